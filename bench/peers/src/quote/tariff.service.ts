import { Injectable, type OnModuleInit } from '@nestjs/common';
import { parseRateBook } from '../../../../src/domain/tariff/parse-rate-book.ts';
import type { RateBook } from '../../../../src/domain/tariff/rate-book.ts';
import { parseTaxTable } from '../../../../src/domain/tax/parse-tax-table.ts';
import type { TaxTable } from '../../../../src/domain/tax/tax-table.ts';
import { PrismaService } from '../prisma.service.js';

/** Prices change a few times a year and are large: any team would hold them in memory. */
@Injectable()
export class TariffService implements OnModuleInit {
  book: RateBook;
  taxTable: TaxTable;

  constructor(private readonly prisma: PrismaService) {}

  async onModuleInit(): Promise<void> {
    const [book, table] = await Promise.all([
      this.prisma.rateBook.findFirstOrThrow({ orderBy: { loadedAt: 'desc' } }),
      this.prisma.taxTable.findFirstOrThrow({ orderBy: { loadedAt: 'desc' } }),
    ]);
    const [parsedBook, parsedTable] = [parseRateBook(book.document), parseTaxTable(table.document)];
    if (!parsedBook.ok || !parsedTable.ok) throw new Error('The stored tariff is faulty.');
    this.book = parsedBook.book;
    this.taxTable = parsedTable.table;
  }
}
