import { test } from 'vitest';
import { expectFormulas, sizes } from './testing/memory-sweep.ts';

test('the first refusal comes as the formula says, up to T=8 and m=4', () => expectFormulas(sizes(8, 4, 2)));
