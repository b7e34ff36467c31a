import { fetchAnswer } from './api.ts';

/** Fetches a file and saves it as a download. */
export async function saveFile(path: string, filename: string, init: RequestInit = {}): Promise<void> {
  const response = await fetchAnswer(path, init);
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = named ?? filename;
  link.click();
  // The browser may still read from the URL for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
