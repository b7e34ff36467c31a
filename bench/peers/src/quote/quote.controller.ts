import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { type CallingSeller, CurrentSeller, SellerGuard } from '../seller.guard.js';
import { QuoteService } from './quote.service.js';
import { QuoteRequest } from './quote-request.js';

@Controller('v1/quote')
@UseGuards(SellerGuard)
export class QuoteController {
  constructor(private readonly quotes: QuoteService) {}

  @Post()
  @HttpCode(200)
  create(@Body() request: QuoteRequest, @CurrentSeller() seller: CallingSeller) {
    return this.quotes.create(request, seller);
  }
}
