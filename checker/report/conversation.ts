import type { JsonValue } from '../trace/json-value.ts';
import type { TraceCall, TraceStep } from '../trace/trace.ts';

/** One line of a step's conversation: a call, or an answer that stands on a line of its own. */
export interface Line {
  /** An answer goes to an actor that is waiting further up; a call wakes one that is not. */
  readonly kind: 'call' | 'answer';
  readonly call: TraceCall;
  /** How far to indent: 0 for what the step's own actor calls. */
  readonly level: number;
  /** For a call: the one answer that came straight back, which has no line of its own. */
  readonly answer: TraceCall | null;
  /** For an answer: the event of the call it answers, whose payload it may repeat. */
  readonly question: JsonValue;
  /** True where the place of the line alone does not tell who speaks. */
  readonly nameSender: boolean;
}

/** A call with its place in the tree: the message its sender was handling, and the call it answers. */
interface Node {
  readonly call: TraceCall;
  readonly parent: Node | null;
  readonly answered: Node | null;
  readonly level: number;
  readonly answers: Node[];
}

/**
 * The calls of a step as people would tell them: each with the answer to it, indented by who calls whom.
 * The depth of a trace call counts messages, so a caller that is answered and asks again sinks deeper;
 * here it stays where it was.
 */
export function conversation(step: TraceStep): Line[] {
  const nodes: Node[] = [];
  for (const call of step.calls) {
    const parent = nodes.findLast((n) => n.call.to === call.from && n.call.depth === call.depth - 1) ?? null;
    const answered = waiting(parent, call);
    const level = answered?.level ?? (parent === null ? 0 : levelBelow(parent));
    const node: Node = { call, parent, answered, level, answers: [] };
    answered?.answers.push(node);
    nodes.push(node);
  }
  const told = new Set(nodes.flatMap((node) => tellAtOnce(node, nodes) ?? []));
  return nodes
    .filter((node) => !told.has(node))
    .map((node, i, lines) => ({
      kind: node.answered === null ? 'call' : 'answer',
      call: node.call,
      level: node.level,
      answer: node.answers.find((answer) => told.has(answer))?.call ?? null,
      question: node.answered?.call.event ?? null,
      nameSender:
        node.answered === null
          ? node.parent === null && node.call.from !== step.actor
          : lines[i - 1] !== node.answered,
    }));
}

/** The level of the calls an actor makes on receiving a message; after an answer it goes on where it asked. */
function levelBelow(node: Node): number {
  return node.answered === null ? node.level + 1 : node.level;
}

/** The call that a message answers: one whose caller is waiting for what came of it; null for a new call. */
function waiting(parent: Node | null, call: TraceCall): Node | null {
  let at = parent;
  while (at !== null && at.call.from !== at.call.to) {
    if (at.answered === null && at.call.from === call.to) return at;
    at = at.answered === null ? at.parent : at.answered.parent;
  }
  return null;
}

/** The only answer to a call, unless whom it called came to speak with others first. */
function tellAtOnce(node: Node, nodes: readonly Node[]): Node | null {
  const [answer, ...others] = node.answers;
  if (answer === undefined || others.length > 0 || answer.call.from !== node.call.to) return null;
  const between = nodes.slice(nodes.indexOf(node) + 1, nodes.indexOf(answer));
  return between.some(({ call }) => call.from === node.call.to) ? null : answer;
}
