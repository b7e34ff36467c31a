import { randomBytes } from 'node:crypto';
import { makeSecretBox } from '../../../src/flows/credential/secret-box.ts';

/** Flows that are run without a service use this box: what it has closed, it opens. */
export const linkBox = makeSecretBox(randomBytes(32));
