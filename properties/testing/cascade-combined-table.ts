/** The tables of verdicts of cascade-combined. */
export const readme = new URL('../../models/cascade-combined/README.md', import.meta.url);
export const columns = [
  ['all-ok-is-possible-once-repaired', 'M-X.1'],
  ['all-ok-in-the-end-once-repaired', 'M-X.2'],
  ['best-effort-stays-ok', 'M-X.3'],
  ['what-has-broken-can-always-be-repaired', 'M-X.4'],
  ['kinesis-is-repaired-while-dynamodb-is-dark', 'dark'],
  ['dynamodb-is-repaired-while-kinesis-is-down', 'back'],
  ['kinesis-is-hurt-by-dynamodb-alone', 'headline'],
  ['sign-in-is-spared', 'sign-in'],
  ['invocations-are-spared', 'Lambda'],
  ['alarms-and-scaling-are-spared', 'alarms'],
  ['the-page-is-spared', 'page'],
] as const;
