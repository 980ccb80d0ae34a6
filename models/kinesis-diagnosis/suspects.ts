/** What the team suspects, and what may truly be the cause. */
export const SUSPECTS = ['memory', 'threads', 'other'] as const;
export type Suspect = (typeof SUSPECTS)[number];

/** The configuration a fleet is restarted with. */
export type Config = 'none' | 'memoryFix' | 'threadFix';

/** What one would change for a suspect; nobody knows what to change for one that has no name yet. */
export const fixFor: Record<Suspect, Config> = { memory: 'memoryFix', threads: 'threadFix', other: 'none' };
