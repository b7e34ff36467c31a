/** Unpacks npm's Chromium. It is a process of its own because the package is told by the environment where to and what. */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
