// biome-ignore-all lint/suspicious/noExplicitAny: nothing is known of them here.
/*
 * The libraries that only the benchmark installs, for the check of types without them: what these sources import of the
 * service is checked with the service, so that a rename there does not break the benchmark unseen. `npm run bench`
 * compiles them with the libraries' own types.
 */
declare module '@nestjs/common' {
  export const Body: any, Controller: any, HttpCode: any, Injectable: any, Module: any, Post: any, UseGuards: any;
  export const createParamDecorator: any, ValidationPipe: any, UnauthorizedException: any;
  export class UnprocessableEntityException {
    constructor(...parts: any[]);
  }
  export type CanActivate = any;
  export interface ExecutionContext {
    switchToHttp(): { getRequest<T>(): T };
  }
  export type OnModuleDestroy = object;
  export type OnModuleInit = object;
  export type ValidationError = any;
}
declare module '@nestjs/core' {
  export const NestFactory: { create<T>(...parts: any[]): Promise<T> };
}
declare module '@nestjs/jwt' {
  export const JwtModule: any;
  export class JwtService {
    verify<T>(token: string, options?: object): T;
    verifyAsync<T>(token: string, options?: object): Promise<T>;
  }
}
declare module '@nestjs/platform-express' {
  export type NestExpressApplication = any;
}
declare module 'pdf-lib' {
  export const PDFDocument: any, StandardFonts: any;
  export type PDFPage = any;
}
declare module '*/generated/client.js' {
  export const PrismaClient: any;
  export namespace Prisma {
    const PrismaClientKnownRequestError: any;
    type InputJsonObject = any;
    type TransactionClient = any;
  }
  export type Application = any;
  export type Dealer = any;
  export type Integration = any;
  export type LienHolder = any;
  export type Seller = any;
}
declare module '@pdf-lib/fontkit';
declare module '@prisma/adapter-pg';
declare module 'class-transformer';
declare module 'class-validator';
declare module 'pdfkit';
declare module 'reflect-metadata';
