import { books } from './books.ts';
import { clockSteps } from './clock-steps.ts';
import { crash } from './crash.ts';
import { diskFull } from './disk-full.ts';
import { doors } from './doors.ts';
import { failover } from './failover.ts';
import { flood } from './flood.ts';
import { frozen } from './frozen.ts';
import { fuzz } from './fuzz.ts';
import { interleavings } from './interleavings.ts';
import { isolation } from './isolation.ts';
import type { Proof } from './kit/proof.ts';
import { lateYes } from './late-yes.ts';
import { links } from './links.ts';
import { loss } from './loss.ts';
import { mail } from './mail.ts';
import { model } from './model.ts';
import { parallel } from './parallel.ts';
import { patroni } from './patroni.ts';
import { pointInTime } from './point-in-time.ts';
import { postgresRestart } from './postgres-restart.ts';
import { proxies } from './proxies.ts';
import { secrets } from './secrets.ts';
import { slowParties } from './slow-parties.ts';
import { soak } from './soak.ts';

/** In the order in which they run; the search for secrets is last, since it looks at what all others have printed. */
export const proofs: readonly Proof[] = [
  crash,
  parallel,
  postgresRestart,
  proxies,
  mail,
  failover,
  patroni,
  frozen,
  links,
  slowParties,
  doors,
  lateYes,
  diskFull,
  loss,
  pointInTime,
  clockSteps,
  soak,
  fuzz,
  isolation,
  flood,
  interleavings,
  books,
  model,
  secrets,
];
