import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ContextSpec, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** A rule of axe that a page breaks, with where it does. */
export interface Barrier {
  readonly rule: string;
  readonly places: readonly { readonly target: string; readonly html: string }[];
}

const program = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const isThere = 'typeof axe === "object"';
// A frame of another origin, such as the card form, answers what the page asks it.
const settings = "axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })";
// In another theme a colour may change over some frames: none of them is what is looked at.
const isSettled = `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))`;
/** Only ends what hangs: a machine may be busy with something else. */
const patience = { pingWaitTime: 120_000, frameWaitTime: 120_000 };

/**
 * Scans the page with its frames. The program is given to a page once: reading it takes as long as a scan does. (The
 * package for Playwright gives it each time, and opens another page for what comes out.)
 */
export async function findBarriers(
  page: Page,
  options: RunOptions = {},
  within: ContextSpec = { exclude: [] },
): Promise<readonly Barrier[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(isThere))) await frame.evaluate(`${program};${settings}`);
    await frame.evaluate(isSettled);
  }
  const asked = JSON.stringify({ ...patience, ...options, resultTypes: ['violations'] });
  return page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${asked}).then(({ violations }) => violations.map(({ id, nodes }) => ({
      rule: id,
      places: nodes.map(({ target, html }) => ({ target: target.join(' '), html })),
    })))`,
  );
}
