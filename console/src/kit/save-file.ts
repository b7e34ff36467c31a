import { fetchAnswer } from './api.ts';

export async function saveFile(path: string, filename: string, order?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetchAnswer(path, order && { method: 'POST', headers, body: JSON.stringify(order) });
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = named ?? filename;
  link.click();
  // The browser may still read from the URL for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
