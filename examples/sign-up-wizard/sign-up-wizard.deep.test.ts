import { describeSuite } from 'premortem/vitest';
import suite from './sign-up-wizard.suite.ts';

describeSuite(suite, { scopes: ['undecided'] });
