interface Counts {
  readonly lines: string;
  readonly matched: string;
  readonly missing: string;
  readonly different: string;
  readonly unknown: string;
}

export const books = {
  title: 'Books',
  lead: 'What sellers, insurers and authorities are told, and whether the processor and the lender agree.',
  month: 'Month',
  from: 'From',
  to: 'To',
  csv: 'Download CSV',
  pdf: 'Download PDF',
  parties: { processor: 'Card processor', lender: 'Lender' },
  statements: { title: 'Statement of a seller', lead: 'What a seller has sold, earned and collected in a month.' },
  bordereaux: {
    title: 'Bordereau',
    lead: 'The policies that were bound and cancelled in a month, product by product, for their insurers.',
    insurer: 'Insurer’s code, or all',
  },
  taxes: { title: 'Taxes', lead: 'What is owed to authorities, by province and rate.' },
  settlements: {
    title: 'Settlement files',
    caption: 'Settlement files, the last one first',
    empty: 'No settlement file yet',
    emptyText: 'Compare the processor’s or the lender’s file with the books. Differences appear under Today.',
    file: 'File',
    party: 'From whom',
    lines: 'Lines',
    matched: 'Matched',
    open: 'Open differences',
    compared: 'Compared',
  },
  compare: {
    act: 'Compare a settlement file',
    lead: 'A CSV file with one line for each payment. Each difference from the books then needs attention.',
    confirm: 'Compare',
    done: 'The file was compared.',
    file: 'Settlement file (CSV)',
    filePick: 'Choose a file',
    party: 'From whom',
    from: 'First day',
    to: 'Last day',
    reference: 'Column of the reference or loan number',
    amount: 'Column of the amount',
    kind: 'Column of the kind',
    kindHint: 'Only when refunds have no sign.',
    refundWord: 'Word for a refund',
    refundHint: 'In that column; “refund” by default.',
    whole: 'The file and the books agree.',
    differs: 'The file and the books differ.',
    counts: ({ lines, matched, missing, different, unknown }: Counts) =>
      `${lines} lines: ${matched} matched, ${different} with another amount, ${unknown} not in the books; ${missing} missing in the file.`,
  },
};
