import { exploreDynamodbDns } from './testing/dynamodb-dns-random.ts';

exploreDynamodbDns({ numRuns: 2000, ruledOutRuns: 200 });
