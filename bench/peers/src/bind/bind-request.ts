import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, IsUUID, MaxLength, Min } from 'class-validator';
import { type CoverageCategory, coverageCategories } from '../../../../src/domain/quote/vocabulary.ts';

export class BindRequest {
  @IsUUID()
  applicationId: string;

  @IsIn(coverageCategories)
  coverageCategory: CoverageCategory;

  @IsInt()
  @Min(1)
  paymentTermInYears: number;

  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  selectedProducts: string[];

  @IsIn(['REF'])
  paymentMethod: 'REF';

  @IsOptional()
  @IsString()
  @MaxLength(100)
  paymentReference?: string;
}
