import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { BindController } from './bind/bind.controller.js';
import { BindService } from './bind/bind.service.js';
import { PrismaService } from './prisma.service.js';
import { QuoteController } from './quote/quote.controller.js';
import { QuoteService } from './quote/quote.service.js';
import { TariffService } from './quote/tariff.service.js';

/** The quote and the bind by reference, as a team that builds on NestJS and Prisma would write them. */
@Module({
  imports: [JwtModule.register({ secret: process.env.JWT_SECRET!, verifyOptions: { algorithms: ['HS256'] } })],
  controllers: [QuoteController, BindController],
  providers: [PrismaService, TariffService, QuoteService, BindService],
})
export class AppModule {}
