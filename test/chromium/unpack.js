/** Unpacks npm's Chromium. A process of its own, because the package is configured by environment variables. */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
