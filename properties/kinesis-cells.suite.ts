import { defineSuite, holds, invariant, reachable, reached, unreachable, violated } from 'premortem';
import type { Observed } from 'premortem';
import { kinesisCells } from '../models/kinesis-cells/system.ts';
import type { Tenant } from '../models/kinesis-cells/tenants.ts';
import { TENANTS, cellOfTenant } from '../models/kinesis-cells/tenants.ts';

type Fleet = Observed<typeof kinesisCells, 'front-end' | 'newcomer'>;
type Server = Fleet['front-end'][number];
interface Scope {
  readonly parameters: { readonly cells: number };
  readonly design: string;
}

const wholeFleet = ['front-end', 'newcomer'] as const;

/** A cell as it stands: which of its servers there are, whether the change has come to it, and who can route. */
interface Cell {
  readonly number: number;
  readonly touched: boolean;
  readonly members: number;
  readonly without: readonly string[];
}

/** A map whose build never completes is as useless as one that has failed. */
const canRoute = (server: Server): boolean => server.hasTag('up to date');

function cellsOf(fleet: Fleet, { parameters: { cells } }: Scope): Cell[] {
  const servers = [
    ...fleet['front-end'].map((server, i) => ({ id: `front-end-${i + 1}`, server, added: false })),
    ...fleet.newcomer.map((server, i) => ({ id: `newcomer-${i + 1}`, server, added: true })),
  ];
  return Array.from({ length: cells }, (_, cell) => {
    const members = servers.filter(({ server }, i) => i % cells === cell && server.hasTag('member'));
    return {
      number: cell + 1,
      touched: members.some(({ added }) => added),
      members: members.length,
      without: members.filter(({ server }) => !canRoute(server)).map(({ id }) => id),
    };
  });
}

const isDown = ({ members, without }: Cell): boolean => members === without.length;
const cellOf = (tenant: Tenant, cells: readonly Cell[], { design }: Scope): Cell =>
  cells[cellOfTenant(tenant, cells.length, design === 'own-fleet-for-monitoring')]!;
/** The tenants no server of whose cell can route, each with its cell. */
const tenantsDown = (fleet: Fleet, scope: Scope): { tenant: Tenant; cell: Cell }[] => {
  const cells = cellsOf(fleet, scope);
  return TENANTS.map((tenant) => ({ tenant, cell: cellOf(tenant, cells, scope) })).filter(({ cell }) =>
    isDown(cell),
  );
};

/** What is wrong where, in words. */
function whatIsWrong(fleet: Fleet, scope: Scope): string {
  const wrong = cellsOf(fleet, scope).filter(({ without }) => without.length > 0);
  const cells = wrong.map(
    ({ number, touched, without }) =>
      `in cell ${number}, which the change has ${touched ? '' : 'not '}touched, ${without.join(', ')} cannot route`,
  );
  const down = tenantsDown(fleet, scope).map(({ tenant }) => tenant);
  return `${cells.join('; ')}${down.length === 0 ? '' : `. Down: ${down.join(', ')}`}`;
}

const properties = {
  'only-touched-cells-have-useless-maps': invariant(kinesisCells, {
    ref: 'M-K4.1',
    description: 'At most the cells that the change has touched have useless maps.',
    observes: wholeFleet,
    holds: (fleet, scope) =>
      cellsOf(fleet, scope).every(({ touched, without }) => touched || !without.length),
    because: whatIsWrong,
  }),
  'at-most-one-cell-has-useless-maps': invariant(kinesisCells, {
    ref: 'M-K4.1-one',
    description: 'At most one cell has useless maps, however many the change has touched.',
    observes: wholeFleet,
    holds: (fleet, scope) => cellsOf(fleet, scope).filter(({ without }) => without.length > 0).length <= 1,
    because: whatIsWrong,
  }),
  'tenants-outside-the-change-are-served': invariant(kinesisCells, {
    ref: 'M-K4.2',
    description: 'Tenants of cells that the change has not touched are served.',
    observes: wholeFleet,
    holds: (fleet, scope) => tenantsDown(fleet, scope).every(({ cell }) => cell.touched),
    because: whatIsWrong,
  }),
  'tenants-outside-each-touched-cell-are-served': invariant(kinesisCells, {
    ref: 'M-K4.2-each',
    description:
      'For each cell that the change has touched, the tenants of all others are served, touched or not.',
    observes: wholeFleet,
    holds: (fleet, scope) => {
      const touched = cellsOf(fleet, scope).filter((cell) => cell.touched);
      return tenantsDown(fleet, scope).every(({ cell }) =>
        touched.every(({ number }) => number === cell.number),
      );
    },
    because: whatIsWrong,
  }),
  'monitoring-is-down-in-an-untouched-cell': reachable(kinesisCells, {
    ref: 'M-K4.3',
    description: 'The monitoring service is down although its own cell was not changed.',
    observes: wholeFleet,
    where: (fleet, scope) =>
      tenantsDown(fleet, scope).some(({ tenant, cell }) => tenant === 'cloudwatch' && !cell.touched),
    because: whatIsWrong,
  }),
  'every-tenant-is-down': reachable(kinesisCells, {
    ref: 'M-K4-headline',
    description:
      'One change, in all cells there are, and every tenant is down, the monitoring service among them.',
    observes: wholeFleet,
    where: (fleet, scope) =>
      tenantsDown(fleet, scope).length === TENANTS.length &&
      cellsOf(fleet, scope).every(({ touched }) => touched),
    because: whatIsWrong,
  }),
  'one-cell-takes-the-AWS-services-down': reachable(kinesisCells, {
    ref: 'M-K4-2024',
    description: 'CloudWatch and the other services of AWS are down together, and customers are served.',
    observes: wholeFleet,
    where: (fleet, scope) => {
      const down = tenantsDown(fleet, scope).map(({ tenant }) => tenant);
      return down.length === 2 && !down.includes('customers');
    },
    because: whatIsWrong,
  }),
};

/** Nothing breaks anywhere. */
const safe = {
  'only-touched-cells-have-useless-maps': holds,
  'at-most-one-cell-has-useless-maps': holds,
  'tenants-outside-the-change-are-served': holds,
  'tenants-outside-each-touched-cell-are-served': holds,
  'monitoring-is-down-in-an-untouched-cell': unreachable,
  'every-tenant-is-down': unreachable,
  'one-cell-takes-the-AWS-services-down': unreachable,
};
/** What breaks stays where the change is; with the AWS services in the first cell they are the first to go. */
const firstCellOnly = { ...safe, 'one-cell-takes-the-AWS-services-down': reached(4) };

/** A failure of the store reaches cells that nobody has changed. */
const sharedFate = (secondCell: number, everyone: number) => ({
  'only-touched-cells-have-useless-maps': violated(2),
  'at-most-one-cell-has-useless-maps': violated(secondCell),
  'tenants-outside-the-change-are-served': violated(3),
  'tenants-outside-each-touched-cell-are-served': violated(4),
  'monitoring-is-down-in-an-untouched-cell': reached(3),
  'every-tenant-is-down': reached(everyone),
  'one-cell-takes-the-AWS-services-down': reached(3),
});

const NO_REMOVAL = 'Servers are not taken out again here: that is the question of kinesis-threads.';
const NO_ALARM = 'No design here has a thread alarm: that is the question of kinesis-threads.';
const FAR_FROM_THE_LIMIT =
  'At this scope the cells are so small that nothing in them breaks: that is what the scope shows.';

export default defineSuite({
  system: kinesisCells,
  properties,
  expect: {
    default: {
      'as-deployed': { ...safe, 'every-tenant-is-down': reached(5) },
      'cell-by-cell': safe,
      'cell-by-cell-watching-old-servers': safe,
      'cell-by-cell-unwatched': safe,
      'all-cells-at-once': safe,
      'own-fleet-for-monitoring': safe,
      'shared-config-store': sharedFate(3, 7),
    },
    'cells-at-the-limit': {
      'as-deployed': {
        ...safe,
        // One fleet of this size is past the limit before anything is changed.
        'only-touched-cells-have-useless-maps': violated(0),
        'tenants-outside-the-change-are-served': violated(0),
        'monitoring-is-down-in-an-untouched-cell': reached(0),
        'every-tenant-is-down': reached(1),
      },
      'cell-by-cell': firstCellOnly,
      'cell-by-cell-watching-old-servers': firstCellOnly,
      'cell-by-cell-unwatched': {
        ...firstCellOnly,
        'at-most-one-cell-has-useless-maps': violated(11),
        'tenants-outside-each-touched-cell-are-served': violated(11),
        'every-tenant-is-down': reached(13),
      },
      'all-cells-at-once': {
        ...firstCellOnly,
        'at-most-one-cell-has-useless-maps': violated(5),
        'tenants-outside-each-touched-cell-are-served': violated(7),
        'every-tenant-is-down': reached(9),
      },
      'own-fleet-for-monitoring': {
        ...safe,
        'at-most-one-cell-has-useless-maps': violated(2),
        'tenants-outside-each-touched-cell-are-served': violated(4),
        'every-tenant-is-down': reached(6),
      },
      'shared-config-store': sharedFate(2, 6),
    },
  },
  waive: [
    ...['*deregister*', '*memberGone*', '*leaveFleet*', '*removeAddedCapacity*'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: NO_REMOVAL,
    })),
    ...['*wouldOneMorePass*', '*thereIsAThreadAlarm*'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: NO_ALARM,
    })),
    {
      never: '*errorsSeen*',
      designs: 'all',
      scopes: ['default'],
      reason: FAR_FROM_THE_LIMIT,
    },
    {
      never: 'news-2 never moves',
      designs: ['cell-by-cell', 'cell-by-cell-watching-old-servers'],
      scopes: ['cells-at-the-limit'],
      reason: 'The roll-out stops after the first cell, so nobody in the second has anything to hear.',
    },
    {
      never: '*--itIsInTheFleet--> (stays) [threadsForOneMoreFit] is never taken',
      designs: 'all',
      scopes: ['cells-at-the-limit'],
      reason: 'Every cell stands at the limit: no server ever has threads for one peer more.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'every-tenant-is-down' },
    { design: 'shared-config-store', property: 'monitoring-is-down-in-an-untouched-cell' },
  ],
});
