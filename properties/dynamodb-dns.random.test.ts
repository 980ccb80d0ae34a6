import { exploreDynamodbDns } from './testing/dynamodb-dns-random.ts';

exploreDynamodbDns({ numRuns: 500, ruledOutRuns: 50 });
