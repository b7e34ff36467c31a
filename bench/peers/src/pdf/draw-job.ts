import type { Block, Fact, PrintJob, Sheet } from '../../../../src/documents/sheet.ts';

/** What a PDF library can do, as far as a declaration needs it. Places are in points from the top left. */
export interface Paper {
  readonly text: (text: string, place: Place) => void;
  readonly widthOf: (text: string, face: Face) => number;
  readonly line: (fromX: number, toX: number, y: number) => void;
  readonly newPage: () => void;
}

export interface Face {
  readonly size: number;
  readonly isBold?: boolean;
}

export interface Place extends Face {
  readonly x: number;
  readonly y: number;
}

const [pageHeight, left, right, bottom] = [792, 50, 562, 740];
const middle = (left + right) / 2;

/** Sets the service's own words and figures, in a plainer layout: no tags, no outline, no archive format. */
export function drawJob(paper: Paper, job: PrintJob): void {
  for (const sheet of job.sheets) new SheetPainter(paper, sheet).drawSheet();
}

class SheetPainter {
  private y = 0;

  constructor(
    private readonly paper: Paper,
    private readonly sheet: Sheet,
  ) {}

  drawSheet(): void {
    const { brand, title, subtitle, policyNumber, notice, blocks } = this.sheet;
    this.turnPage();
    this.put(brand, left, { size: 11, isBold: true });
    this.put(`${policyNumber.label} ${policyNumber.lines.join(' ')}`, middle, { size: 9 });
    this.y += 26;
    this.put(title, left, { size: 20, isBold: true });
    this.y += 26;
    this.put(subtitle, left, { size: 11 });
    this.y += 20;
    if (notice !== null) this.paragraph(notice, left, right, { size: 8 });
    for (const block of blocks) this.drawBlock(block);
  }

  private drawBlock(block: Block): void {
    this.y += 10;
    this.paper.line(left, right, this.y);
    this.y += 8;
    switch (block.kind) {
      case 'figures':
        this.columns(block.figures.map((fact) => [fact]));
        break;
      case 'facts':
        for (const { title } of block.groups.slice(0, 1)) this.put(title, left, { size: 11, isBold: true });
        for (const { title } of block.groups.slice(1, 2)) this.put(title, middle, { size: 11, isBold: true });
        this.y += 16;
        this.columns(block.groups.map(({ facts }) => facts));
        break;
      case 'prices':
        this.heading(block.title);
        this.cells(block.columns, true);
        for (const { name, note, cells } of block.rows) {
          this.cells([name, ...cells], false);
          this.paragraph(note, left, middle, { size: 7.5 });
        }
        this.cells(block.total, true);
        break;
      case 'text':
        this.heading(block.title);
        for (const { lead, text } of block.items) this.paragraph(`${lead} ${text}`.trim(), left, right, { size: 9 });
        break;
      case 'letter':
        for (const text of [...block.addressLines, ...block.paragraphs])
          this.paragraph(text, left, right, { size: 10 });
    }
  }

  private columns(groups: readonly (readonly Fact[])[]): void {
    const top = this.y;
    const width = (right - left) / groups.length;
    const ends = groups.map((facts, place) => {
      this.y = top;
      const x = left + place * width;
      for (const { label, lines } of facts) {
        this.put(label, x, { size: 7.5 });
        this.y += 10;
        for (const text of lines) this.paragraph(text, x, x + width - 8, { size: 9.5 });
        this.y += 3;
      }
      return this.y;
    });
    this.y = Math.max(...ends);
  }

  private heading(text: string): void {
    this.put(text, left, { size: 11, isBold: true });
    this.y += 18;
  }

  private cells(texts: readonly string[], isBold: boolean): void {
    const face = { size: 9, isBold };
    const step = (right - middle) / (texts.length - 1);
    for (const [place, text] of texts.entries())
      this.put(text, place === 0 ? left : middle + place * step - this.paper.widthOf(text, face), face);
    this.y += 14;
  }

  /** Words are measured one by one, as these libraries do it themselves: a line would be shaped anew for each word. */
  private paragraph(text: string, from: number, to: number, face: Face): void {
    const space = this.paper.widthOf(' ', face);
    let [line, width]: [string[], number] = [[], 0];
    for (const word of text.split(' ')) {
      const wordWidth = this.paper.widthOf(word, face);
      if (line.length > 0 && width + space + wordWidth > to - from) {
        this.line(line, from, face);
        [line, width] = [[], 0];
      }
      width += wordWidth + (line.length > 0 ? space : 0);
      line.push(word);
    }
    this.line(line, from, face);
  }

  private line(words: readonly string[], x: number, face: Face): void {
    this.put(words.join(' '), x, face);
    this.y += face.size * 1.35;
  }

  private put(text: string, x: number, face: Face): void {
    if (this.y > bottom) this.turnPage();
    this.paper.text(text, { ...face, x, y: this.y });
  }

  private turnPage(): void {
    this.paper.newPage();
    this.paper.text(this.sheet.footer.join(' · '), { x: left, y: pageHeight - 34, size: 7.5 });
    this.y = 50;
  }
}
