import { randomBytes } from 'node:crypto';
import { makeSecretBox } from '../../src/flows/operator-access/secret-box.ts';

/** For flows that are run without a service: what it has closed, it opens. */
export const linkBox = makeSecretBox(randomBytes(32));
