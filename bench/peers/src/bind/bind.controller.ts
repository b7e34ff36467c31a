import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { type CallingSeller, CurrentSeller, SellerGuard } from '../seller.guard.js';
import { BindService } from './bind.service.js';
import { BindRequest } from './bind-request.js';

@Controller('v1/bind')
@UseGuards(SellerGuard)
export class BindController {
  constructor(private readonly binds: BindService) {}

  @Post()
  @HttpCode(200)
  bind(@Body() request: BindRequest, @CurrentSeller() seller: CallingSeller) {
    return this.binds.bind(request, seller);
  }
}
