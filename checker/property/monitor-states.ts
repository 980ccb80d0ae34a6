import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { BuildError } from '../system/errors.ts';
import { isSlip } from './slip.ts';

/** A tag of the states that a monitor may not come to. */
export const VIOLATION = 'violation';
/** A tag of the states that a monitor may not stay in for ever. */
export const PENDING = 'pending';

const TAGS: readonly string[] = [VIOLATION, PENDING];

/** @throws BuildError when nothing could violate a monitor, or a tag of it looks like one that is misspelt */
export function checkTags({ id, root }: AnyStateMachine): void {
  const nodes = withAllBelow(root);
  for (const { path, tags } of nodes) {
    for (const tag of tags) {
      const meant = TAGS.find((known) => isSlip(tag, known));
      if (meant !== undefined)
        throw new BuildError(
          `monitor: ${named(path)} of the statechart "${id}" is tagged "${tag}", which means nothing to it. Did you mean "${meant}"?`,
        );
    }
  }
  if (!nodes.some(isTagged))
    throw new BuildError(
      `monitor: no state of the statechart "${id}" is tagged "${VIOLATION}" or "${PENDING}", so nothing could violate it. Tag the states it may not come to, or may not stay in for ever.`,
    );
}

/**
 * @param where the suite and property that a message is about
 * @throws BuildError when a tagged state of a monitor is one that it can never come to
 */
export function checkLedTo(machine: AnyStateMachine, where: string): void {
  const entered = enteredStates(machine);
  const lost = withAllBelow(machine.root).find((node) => isTagged(node) && !entered.has(node));
  if (lost !== undefined)
    throw new BuildError(
      `${where}: no transition of the monitor leads to ${named(lost.path)}, which is tagged "${lost.tags.find(isTag)}": it could never be violated there. Lead one to it, or take the state out.`,
    );
}

function isTagged({ tags }: AnyStateNode): boolean {
  return tags.some(isTag);
}

function isTag(tag: string): boolean {
  return TAGS.includes(tag);
}

/** Whether a monitor has states that it may not come to. */
export function hasViolation({ root }: AnyStateMachine): boolean {
  return withAllBelow(root).some(({ tags }) => tags.includes(VIOLATION));
}

/** The states that a statechart may come to, whatever its guards say. */
function enteredStates({ root }: AnyStateMachine): ReadonlySet<AnyStateNode> {
  const entered = new Set<AnyStateNode>();
  enter(root, entered);
  // A set tells of what is added while it is gone through.
  for (const node of entered) {
    for (const { target } of [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
      for (const to of (target ?? []) as readonly AnyStateNode[]) enter(to, entered);
  }
  return entered;
}

/** A state is entered with those above it, and with where these and it begin. */
function enter(node: AnyStateNode, entered: Set<AnyStateNode>): void {
  if (node.type === 'history') {
    // It may stand for any state beside it.
    for (const other of withAllBelow(node.parent!)) if (other.type !== 'history') entered.add(other);
    enter(node.parent!, entered);
    return;
  }
  if (entered.has(node)) return;
  entered.add(node);
  if (node.parent !== undefined) enter(node.parent, entered);
  if (node.type === 'parallel') for (const region of Object.values(node.states)) enter(region, entered);
  if (node.type === 'compound')
    for (const to of node.initial.target as readonly AnyStateNode[]) enter(to, entered);
}

/** A state and all that are in it. */
export function withAllBelow(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(withAllBelow)];
}

function named(path: readonly string[]): string {
  return path.length === 0 ? 'its root' : `state "${path.join('.')}"`;
}
