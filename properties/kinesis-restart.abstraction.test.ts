import { describeAbstraction } from './testing/restart-abstraction.ts';

describeAbstraction([
  { servers: 3, bootCost: 1 },
  { servers: 3, bootCost: 2 },
]);
