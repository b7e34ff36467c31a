import type { IncomingMessage } from 'node:http';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { stampOf } from '../../../src/store/reference/sellers.ts';
import type { Integration, Seller } from './generated/client.js';
import { PrismaService } from './prisma.service.js';

export type CallingSeller = Seller & { readonly integration: Integration };
type SellerRequest = IncomingMessage & { seller?: CallingSeller };

/**
 * The token is checked, and its seller is read: a disabled seller and a changed secret end it at once, as in the
 * service.
 */
@Injectable()
export class SellerGuard implements CanActivate {
  constructor(
    private readonly jwt: JwtService,
    private readonly prisma: PrismaService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SellerRequest>();
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    if (scheme !== 'Bearer' || token === undefined) throw new UnauthorizedException();
    const claims = await this.jwt.verifyAsync<{ sub: string; stamp: string }>(token).catch(() => {
      throw new UnauthorizedException();
    });
    const seller = await this.prisma.seller.findUnique({ where: { id: claims.sub }, include: { integration: true } });
    if (seller === null || seller.isDisabled || seller.integration.isDisabled) throw new UnauthorizedException();
    if (stampOf(seller.integration.secretHash, seller.passwordHash) !== claims.stamp) throw new UnauthorizedException();
    request.seller = seller;
    return true;
  }
}

export const CurrentSeller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<SellerRequest>().seller,
);
