import { makeOutboxMailer } from '../../src/adapters/outbox-mail/outbox-mail.ts';
import { describeMailer } from './mailer-suite.ts';

describeMailer('outbox', async () => ({ mailer: makeOutboxMailer(), takenBy: null }));
