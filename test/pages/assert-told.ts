import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';

/**
 * What came of something is on the screen, above the total at the foot of a phone, and has the focus, which a screen
 * reader follows.
 */
export async function assertTold(page: Page, text: string | RegExp, within: Page | FrameLocator = page): Promise<void> {
  const told = within.locator(':focus').filter({ hasText: text });
  await told.waitFor({ timeout: 20_000 });
  const { y, height } = (await told.boundingBox())!;
  const bar = page.locator('.phone-total');
  const bottom = (await bar.isVisible()) ? (await bar.boundingBox())!.y : page.viewportSize()!.height;
  assert.ok(y >= 0 && y + Math.min(height, 120) <= bottom, `${text}: from ${y} to ${y + height} of ${bottom}`);
}
