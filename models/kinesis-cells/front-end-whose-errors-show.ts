import { sendTo } from 'xstate';
import { frontEndParts } from '../kinesis-threads/front-end-parts.ts';
import { frontEndServer } from '../kinesis-threads/front-end-server.ts';

const parts = frontEndParts.extend({
  actions: {
    failRequests: sendTo(
      ({ system }) => system.get('operator'),
      ({ self }) => ({ type: 'errorsSeen', server: self }),
    ),
  },
});

const { states } = frontEndServer.config;
const member = states!.member!;

/** The front-end server as deployed, to the letter, whose failing requests the operator can see. */
export const frontEndWhoseErrorsShow = parts.createMachine({
  ...frontEndServer.config,
  id: 'front-end-whose-errors-show',
  states: {
    ...states,
    member: {
      ...member,
      states: { ...member.states, mapUseless: { ...member.states!.mapUseless!, entry: 'failRequests' } },
    },
  },
} as unknown as Parameters<typeof parts.createMachine>[0]) as unknown as typeof frontEndServer;
