/** The titles of a CSV file's columns: its first line, with the separator that stands in it most often. */
export async function readTitles(file: Blob): Promise<readonly string[]> {
  const text = (await file.slice(0, 64 * 1024).text()).replace(/^\uFEFF/, '');
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const [separator = ','] = [',', ';', '\t'].sort((a, b) => line.split(b).length - line.split(a).length);
  const cells = line.match(new RegExp(`("([^"]|"")*"|[^${separator}]*)(${separator}|$)`, 'g')) ?? [];
  const titles = cells.map((cell) => cell.replace(new RegExp(`${separator}$`), '').trim());
  return [...new Set(titles.map((title) => title.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))].filter(
    (title) => title !== '' && title.length <= 100,
  );
}

/** Most files call the columns so; what is not found is left to the operator. */
export function guessColumns(titles: readonly string[]) {
  const named = (meant: RegExp): string => titles.find((title) => meant.test(title)) ?? '';
  return {
    reference: named(/refer|référ|order|loan|prêt|transaction/i),
    amount: named(/amount|montant|total/i),
    kind: '',
  };
}
