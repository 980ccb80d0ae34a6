import type { Dropped, LossReason } from '../property/coverage.ts';

const TITLES: Readonly<Record<LossReason | 'full', string>> = {
  full: 'lost to a full channel',
  crashed: 'lost, as the receiver has crashed',
  'not-there': 'lost, as the receiver is not there',
  'full-or-crashed': 'lost to a full channel, or as the receiver has crashed',
  'full-or-not-there': 'lost to a full channel, or as the receiver is not there',
};

/** What was lost as it was sent, for each reason. */
export function lossLines(dropped: readonly Dropped[]): { title: string; messages: readonly string[] }[] {
  return Object.entries(TITLES).flatMap(([reason, title]) => {
    const messages = dropped
      .filter(({ why = 'full' }) => why === reason)
      .map(({ message, atStart }) => (atStart > 0 ? `${message} (at the start)` : message));
    return messages.length === 0 ? [] : [{ title, messages: [...new Set(messages)] }];
  });
}
