/** The endpoints of DynamoDB in a region, in the order in which a plan is applied to them. */
export const ENDPOINTS = ['regional', 'fips', 'ipv6'] as const;

/** An endpoint: a name that a DNS record resolves. */
export type Endpoint = (typeof ENDPOINTS)[number];
