import { randomBytes } from 'node:crypto';
import { makeSecretBox } from '../../../src/flows/credential/secret-box.ts';

/** For flows that are run without a service: what it has closed, it opens. */
export const linkBox = makeSecretBox(randomBytes(32));
