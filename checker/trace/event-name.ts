/**
 * The type of an event for people. XState's own are put in words: `after 2000 ms in order.waiting`, `child payment is done`;
 * others stay as they are.
 *
 * @param sender who sends it, where that is known: a child that has no id of its own is told by its place
 */
export function eventName(type: string, sender: string | null = null): string {
  const [, kind, rest] =
    /^xstate[.](after|done[.]actor|error[.]actor|done[.]state|init|stop)[.]?(.*)$/.exec(type) ?? [];
  switch (kind) {
    case 'after': {
      const [, delay = '', state] = /^([^.]+)[.]?(.*)$/.exec(rest!) ?? [];
      return `after ${delay}${/^\d+$/.test(delay) ? ' ms' : ''}${state ? ` in ${state}` : ''}`;
    }
    case 'done.actor':
      return `${childName(rest!, sender)} is done`;
    case 'error.actor':
      return `${childName(rest!, sender)} has failed`;
    case 'done.state':
      return `state ${rest} is done`;
    case 'init':
      return 'start';
    case 'stop':
      return 'stop';
    case undefined:
    default:
      return type;
  }
}

/** A child by its id; one whose id XState made up, `0.order.paying` say, by its place or by who invokes it. */
function childName(id: string, sender: string | null): string {
  const [, invoking] = /^\d+[.](.+)$/.exec(id) ?? [];
  if (invoking === undefined) return `child ${id}`;
  const place = sender?.split('/').slice(1).at(-1);
  return place === undefined ? `child of ${invoking}` : `child ${place}`;
}

/** A text that names types of events, with XState's own put in words. */
export function withEventNames(text: string): string {
  return text.replace(/(?<!\S)xstate[.][^\s,;]+/g, (type) => eventName(type));
}
