import type { AnyEventObject } from 'xstate';
import { EMPTY } from '../step/actor-table.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import type { ChartEvents } from './chart-coverage.ts';

/** After a search: for each snapshot of an actor the events it met in it, read off the table of its steps. */
export function eventsOfSearch(space: IntegerSpace, place: number): ChartEvents {
  const table = space.actors[place]!;
  const locals = new Map(
    table.snapshots.map((snapshot, local) => [table.stepper.key(snapshot, null), local]),
  );
  return (snapshot) => {
    const local = locals.get(table.stepper.key(snapshot, null));
    if (local === undefined) return [];
    const events: AnyEventObject[] = [];
    for (let event = 0; event < table.columns.length; event++) {
      const column = table.columns.data[event]!;
      if (column === EMPTY || column >= table.rowWidth.data[local]!) continue;
      if (table.next.data[table.rowStart.data[local]! + column] !== EMPTY)
        events.push(space.events.event(event));
    }
    return events;
  };
}
