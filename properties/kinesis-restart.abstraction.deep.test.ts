import { describeAbstraction } from './testing/restart-abstraction.ts';

describeAbstraction([
  { servers: 6, bootCost: 1 },
  { servers: 5, bootCost: 2 },
  { servers: 4, bootCost: 0 },
  { servers: 4, bootCost: 1 },
  { servers: 4, bootCost: 2 },
]);
