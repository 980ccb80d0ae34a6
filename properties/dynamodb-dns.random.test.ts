import { exploreDynamodbDns } from './testing/dynamodb-dns-random.ts';

// Designs that fail like the one deployed are left to the deep tier.
exploreDynamodbDns({
  numRuns: 1200,
  ruledOutRuns: 40,
  except: [
    'spare-active-in-two-steps',
    'refuse-deleted-plans',
    'lock-around-apply',
    'no-clean-up',
    'operator-repairs',
  ],
});
