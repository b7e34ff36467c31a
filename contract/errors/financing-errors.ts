import { type ErrorDefinition, refused, retryLater } from './error-definition.ts';

/** Monthly financing through the operator's lender (`PFF`). */
export const financingErrors = {
  FinancingDetailsRequired: refused(
    'Give the financing details; PFF requires loanTermInMonths, downPayment, firstInstallmentDate and, to bind, bankAccount.',
    'Fournissez les détails du financement; le mode PFF exige loanTermInMonths, downPayment, firstInstallmentDate et, pour émettre la police, bankAccount.',
  ),
  FinancingNotApplicable: refused(
    'Leave out the financing details; they belong with PFF only.',
    'Retirez les détails du financement; ils ne servent qu’avec le mode PFF.',
  ),
  FinancingNotAvailableForCoverageCategory: refused(
    'Financing is offered for Replacement coverage only. Choose that category or another paymentMethod.',
    'Le financement n’est offert que pour la catégorie Replacement. Choisissez cette catégorie ou un autre paymentMethod.',
  ),
  FinancingNotAvailableForSeller: refused(
    'This seller is not set up for financing. Choose another paymentMethod or contact the operator.',
    'Le financement n’est pas offert par ce vendeur. Choisissez un autre paymentMethod ou communiquez avec l’exploitant.',
  ),
  LoanTermNotAvailable: refused(
    'This loan term was not offered for this policy term. Choose one of the financing options[: {offered} months].',
    'Cette durée de prêt n’a pas été offerte pour cette durée de police. Choisissez l’une des options de financement[\u00a0: {offered} mois].',
  ),
  DownPaymentInvalid: refused(
    'Give a down payment in dollars, with at most two decimals and less than the premium[ of {premium} dollars].',
    'Indiquez une mise de fonds en dollars, avec au plus deux décimales et inférieure à la prime[ de {premium} $].',
  ),
  FirstInstallmentDateOutOfRange: refused(
    'Choose a first installment date between the day after the effective date and one month later[: {earliest} to {latest}].',
    'Choisissez une date de premier versement entre le lendemain de l’entrée en vigueur et un mois plus tard[\u00a0: du {earliest} au {latest}].',
  ),
  InvalidBankInstitution: refused(
    'Check the bank’s institution number: it has exactly 3 digits.',
    'Vérifiez le numéro d’institution financière\u00a0: il compte exactement 3 chiffres.',
    { digits: 3 },
  ),
  InvalidBankTransit: refused(
    'Check the branch’s transit number: it has exactly 5 digits.',
    'Vérifiez le numéro de transit de la succursale\u00a0: il compte exactement 5 chiffres.',
    { digits: 5 },
  ),
  InvalidBankAccount: refused(
    'Check the account number: it has 7 to 12 digits.',
    'Vérifiez le numéro de compte\u00a0: il compte de 7 à 12 chiffres.',
    { min: 7, max: 12 },
  ),
  FinancingUnavailable: retryLater(
    'The lender can’t be reached at the moment. Send the same call again shortly.',
    'Le prêteur est injoignable pour le moment. Refaites le même appel sous peu.',
  ),
  FinancingDeclined: refused(
    'The lender refused this plan. Change loanTermInMonths, downPayment or firstInstallmentDate, or choose another paymentMethod.',
    'Le prêteur a refusé ce plan. Modifiez loanTermInMonths, downPayment ou firstInstallmentDate, ou choisissez un autre paymentMethod.',
  ),
  PolicyNumberInUseByLender: refused(
    'The lender already holds a loan under this policy number. Contact the operator.',
    'Le prêteur a déjà un prêt à ce numéro de police. Communiquez avec l’exploitant.',
  ),
  BindFailedAfterFinancing: refused(
    'No policy was made, and the loan was reversed. Contact the operator[ and quote loan {loanNumber}].',
    'Aucune police n’a été établie, et le prêt a été annulé. Communiquez avec l’exploitant[ en citant le prêt {loanNumber}].',
  ),
} as const satisfies Record<string, ErrorDefinition>;
