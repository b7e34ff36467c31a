import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDateString,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  type PurchaseMethod,
  purchaseMethods,
  type Series,
  seriesNames,
} from '../../../../src/domain/quote/vocabulary.ts';

export class DealerContactRequest {
  @IsString()
  @Length(1, 200)
  name: string;

  @IsOptional()
  @IsEmail()
  @MaxLength(254)
  emailAddress?: string;

  @IsOptional()
  @IsString()
  @MaxLength(60)
  phoneNumber?: string;
}

export class ApplicantRequest {
  @IsOptional()
  @IsBoolean()
  isCompany?: boolean;

  @IsString()
  @Length(1, 200)
  firstOrCompanyName: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  lastName?: string;

  @IsString()
  @Length(1, 200)
  addressLine1: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  addressLine2?: string;

  @IsString()
  @Length(1, 200)
  city: string;

  @IsString()
  @Length(6, 20)
  postalCode: string;

  @IsString()
  @MaxLength(60)
  phoneNumber: string;

  @IsOptional()
  @IsString()
  @MaxLength(60)
  businessPhone?: string;

  @IsEmail()
  @MaxLength(254)
  emailAddress: string;
}

export class QuoteRequest {
  @IsIn(seriesNames)
  series: Series;

  @IsString()
  @MaxLength(2_000)
  vehicleConfigurationId: string;

  @IsDateString()
  @MaxLength(40)
  effectiveDate: string;

  @IsInt()
  @Min(0)
  odometer: number;

  @IsIn(purchaseMethods)
  purchaseMethod: PurchaseMethod;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  dealerId?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => DealerContactRequest)
  dealerContact?: DealerContactRequest;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  producerCode?: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  lienHolderId?: string;

  @ValidateNested()
  @Type(() => ApplicantRequest)
  applicant: ApplicantRequest;
}
