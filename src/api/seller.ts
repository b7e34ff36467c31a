import { interfaceVersion } from '@northbind/contract/schemas/annotations.ts';
import { seller as sellerOperation } from '@northbind/contract/seller.ts';
import { timeZoneOf } from '../domain/calendar.ts';
import { type SellerParts, sellerTerms } from '../flows/partner/seller-terms.ts';
import { ok, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addSeller(add: AddOperation, parts: SellerParts & { readonly rateLimit: number }): void {
  add(sellerOperation, ({ seller, today, language }) => {
    const { effectiveDateDays, paymentMethods, products, ...terms } = sellerTerms(parts, seller, today);
    return ok({
      ...valid,
      username: seller.username,
      name: seller.name,
      province: seller.province,
      timeZone: timeZoneOf(seller.province),
      today,
      ...terms,
      series: [...seller.series],
      paymentMethods: [...paymentMethods],
      products: products.map(({ product, series, coverageCategories }) => ({
        productType: product.code,
        productName: product.name[language],
        series: [...series],
        coverageCategories: [...coverageCategories],
      })),
      requires: { producerCode: seller.requiresProducerCode, acknowledgements: seller.requiresAcknowledgements },
      limits: { requestsPerMinute: seller.integration.rateLimit ?? parts.rateLimit, effectiveDateDays },
      interfaceVersion,
    });
  });
}
