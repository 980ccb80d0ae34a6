import { actor, defineSystem, integer } from 'premortem';
import { backupTool } from './backup-tool.ts';
import { cognito } from './cognito.ts';
import { communicationsTeam } from './communications-team.ts';
import { kinesis } from './kinesis.ts';
import { personalHealthDashboard } from './personal-health-dashboard.ts';
import { primaryTool } from './primary-tool.ts';
import { serviceHealthDashboard } from './service-health-dashboard.ts';
import { TICK } from './time.ts';

const ticks = (description: string) => integer({ min: 1, max: 60, description });

/** How the world was told of the Kinesis outage of 25 November 2020, and how regular drills would change it. */
export const statusDashboard = defineSystem({
  name: 'status-dashboard',
  ref: 'M-C5',
  description:
    'A team that tells customers of an outage, with a tool that signs in through a service the outage may take down, and one that is slow by hand.',
  parameters: {
    trainedDelay: ticks('ticks a post with the backup tool takes people who have practised'),
    untrainedDelay: ticks('ticks it takes people who have not'),
    bound: integer({ min: 0, max: 120, description: 'ticks within which the first post must be out (B)' }),
  },
  scopes: { default: { trainedDelay: 1, untrainedDelay: 3, bound: 2 } },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'Nobody has practised with the backup tool.',
    },
    'regular-drills': {
      ref: 'drills',
      description: 'Regular drills: the team has practised with the backup tool. Nothing else changes.',
      options: { trained: true },
    },
  },
  build: ({ parameters: { trainedDelay, untrainedDelay }, options }) => ({
    actors: {
      kinesis: actor(kinesis, {
        environment: true,
        description: 'the service to be reported',
        stimuli: [
          { type: 'incident', cognitoToo: true },
          { type: 'incident', cognitoToo: false },
        ],
      }),
      cognito: actor(cognito, { description: 'signs people in' }),
      'communications-team': actor(communicationsTeam, { stimuli: ['tryPrimary', 'notifyCustomers'] }),
      'primary-tool': actor(primaryTool),
      'backup-tool': actor(backupTool, {
        input: { delay: options.trained === true ? trainedDelay : untrainedDelay },
      }),
      'service-health-dashboard': actor(serviceHealthDashboard),
      'personal-health-dashboard': actor(personalHealthDashboard),
    },
    delivery: 'sync',
    time: { tick: TICK },
  }),
});
