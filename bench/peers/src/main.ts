import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { invalidRequest } from './envelope.js';

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
app.disable('x-powered-by');
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, exceptionFactory: invalidRequest }));
await app.listen(0, '127.0.0.1');
process.send?.((app.getHttpServer().address() as AddressInfo).port);
process.on('disconnect', () => process.exit(0));
