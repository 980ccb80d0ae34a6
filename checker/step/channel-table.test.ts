import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChannelTable, FULL } from './channel-table.ts';
import { EventTable } from './event-table.ts';

// Interned in another order than that of their encodings, so that the two cannot be confused.
const TYPES = ['c', 'a', 'b'];

function channel(order: 'fifo' | 'unordered', capacity: number): ChannelTable {
  const events = new EventTable();
  TYPES.forEach((type) => events.intern({ type }));
  return new ChannelTable(0, 1, { order, capacity, whenFull: 'drop' }, events);
}

/** What a content offers: the event's type and the types that remain. */
function offers(table: ChannelTable, local: number): (readonly [string, string])[] {
  if (!table.deliveries.isLoaded(local)) table.loadDeliveries(local);
  const result = [];
  for (let at = table.deliveries.start.data[local]!; at < table.deliveries.end.data[local]!; at++) {
    const rest = table.content(table.deliveries.rests.data[at]!).map((event) => TYPES[event]!);
    result.push([TYPES[table.deliveries.events.data[at]!]!, rest.join('')] as const);
  }
  return result;
}

/** Pushes and takes at random, beside an array that does the same. */
const moves = fc.array(fc.oneof(fc.constantFrom(0, 1, 2), fc.record({ take: fc.nat(2) })), {
  maxLength: 60,
  size: 'max',
});

it.each(['fifo', 'unordered'] as const)('holds what was sent and not yet delivered: %s', (order) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), moves, (capacity, list) => {
      const table = channel(order, capacity);
      const numbers = new Map([['', 0]]);
      let local = 0;
      let model: string[] = [];
      for (const move of list) {
        if (typeof move === 'number') {
          const after = table.push(local, move);
          expect(after === FULL).toBe(model.length === capacity);
          if (after === FULL) continue;
          local = after;
          model = [...model, TYPES[move]!];
          if (order === 'unordered') model.sort();
        } else {
          const distinct = [...new Set(order === 'fifo' ? model.slice(0, 1) : model)];
          const expected = distinct.map((type) => {
            const at = model.indexOf(type);
            return [type, model.filter((_, i) => i !== at).join('')] as const;
          });
          expect(offers(table, local)).toEqual(expected);
          if (expected.length === 0) continue;
          const picked = move.take % expected.length;
          local = table.deliveries.rests.data[table.deliveries.start.data[local]! + picked]!;
          model = expected[picked]![1].split('');
        }
        // Equal contents have one number, different ones never.
        const content = model.join('');
        expect(table.content(local).map((event) => TYPES[event]!)).toEqual(model);
        expect(numbers.get(content) ?? local).toBe(local);
        numbers.set(content, local);
      }
      expect(new Set(numbers.values()).size).toBe(numbers.size);
    }),
  );
});
