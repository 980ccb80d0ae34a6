import type { Suite } from 'premortem';
import { checkSuite } from 'premortem';

/** The distinct states of two-phase commit, as it should be, with this many resource managers. */
export async function countStates(suite: Suite, resourceManagers: number): Promise<number> {
  const { designs } = await checkSuite(suite, { designs: ['two-phase'], set: { resourceManagers } });
  const search = designs[0]?.search;
  if (search?.complete !== true)
    throw new Error(`no complete search at ${resourceManagers} resource managers`);
  return search.states;
}

/**
 * While the transaction manager collects, each resource manager is working, aborted, or prepared and heard
 * or not; once it has committed, each has heard so or not. How many ways there are for each once it has
 * aborted depends on what the network keeps.
 */
const formula = (onceAborted: number) => (n: number) => 4 ** n + onceAborted ** n + 2 ** n;

/**
 * Messages stay. Those it had heard are prepared or aborted; of the others, working, prepared, and
 * aborted with and without having prepared.
 */
export const messagesStay = formula(2 + 4);

/**
 * Messages are consumed. Those it had heard have the abort still to come or behind them. Of the others, the
 * abort is still to come for one that works, has aborted by itself, or has prepared, its word still on its
 * way or come too late; behind them it is with and without such a word still on its way.
 */
export const messagesAreConsumed = formula(2 + 6);
