import { type ErrorDefinition, refused } from './error-definition.ts';

/** What can be refused while a customer is looking for a price. */
export const quoteErrors = {
  SeriesRequired: refused(
    'Choose a series, Prime or Plus; this seller may sell more than one.',
    'Choisissez une série, Prime ou Plus; ce vendeur peut en vendre plus d’une.',
  ),
  SeriesNotEnabledForSeller: refused(
    'This seller may not sell this series. Choose another series or contact the operator.',
    'Ce vendeur ne peut pas vendre cette série. Choisissez une autre série ou communiquez avec l’exploitant.',
  ),
  EffectiveDateBackDate: refused(
    'The effective date has passed or lies too far back. Choose a later one[, {earliest} at the earliest]; a quote is then quoted again.',
    'La date d’entrée en vigueur est passée ou trop ancienne. Choisissez-en une plus tardive[, au plus tôt le {earliest}]; une soumission est alors à refaire.',
  ),
  EffectiveDateFuture: refused(
    'The effective date is too far ahead. Choose an earlier date[, {latest} at the latest].',
    'La date d’entrée en vigueur est trop éloignée. Choisissez une date plus proche[, au plus tard le {latest}].',
  ),
  VehicleConfigurationNotFound: refused(
    'This vehicle configuration is not known. Look up the vehicle again and choose one of the results.',
    'Cette configuration de véhicule est inconnue. Refaites la recherche du véhicule et choisissez l’un des résultats.',
  ),
  VehicleLookupMismatch: refused(
    'This value differs from the one given in the vehicle lookup. Send the same value, or look up the vehicle again.',
    'Cette valeur diffère de celle de la recherche du véhicule. Envoyez la même valeur ou refaites la recherche.',
  ),
  VehicleIneligible: refused(
    'This vehicle does not qualify for coverage.[ Its model year, {yearOld}, is before {yearOldLimit}.][ Its model year, {yearNew}, is after {yearNewLimit}.][ Its odometer reading, {odometer} km, is above {odometerLimit} km.][ Its weight class, up to {weight} kg, is above {weightLimit} kg.][ The {excluded} is not covered.] Check odometer and effectiveDate, or choose another vehicle.',
    'Ce véhicule n’est pas admissible.[ Son année modèle, {yearOld}, est antérieure à {yearOldLimit}.][ Son année modèle, {yearNew}, est postérieure à {yearNewLimit}.][ Son kilométrage, {odometer} km, dépasse {odometerLimit} km.][ Sa catégorie de poids, jusqu’à {weight} kg, dépasse {weightLimit} kg.][ Le modèle {excluded} n’est pas couvert.] Vérifiez odometer et effectiveDate, ou choisissez un autre véhicule.',
  ),
  DealerIdRequired: refused(
    'Choose a dealer from the dealers list; Plus is sold through a dealer.',
    'Choisissez un concessionnaire dans la liste; la série Plus se vend par un concessionnaire.',
  ),
  DealerContactRequired: refused(
    'Give a contact at the dealer; Plus requires its name, and its emailAddress or phoneNumber.',
    'Indiquez une personne-ressource chez le concessionnaire; la série Plus exige name, et emailAddress ou phoneNumber.',
  ),
  DealerNotLinkedToSeller: refused(
    'This dealer is not linked to the seller. Choose one from the dealers list.',
    'Ce concessionnaire n’est pas associé au vendeur. Choisissez-en un dans la liste des concessionnaires.',
  ),
  LienHolderRequired: refused(
    'Choose the lienholder; a leased or financed vehicle has one.',
    'Choisissez le créancier; un véhicule loué ou financé en a un.',
  ),
  LienHolderNotFound: refused(
    'This lienholder is not known. Search again and choose one of the matches.',
    'Ce créancier est inconnu. Refaites la recherche et choisissez l’un des résultats.',
  ),
  ProducerCodeRequired: refused(
    'Give the producer code; this seller is set up to require it.',
    'Indiquez le code de producteur; il est exigé pour ce vendeur.',
  ),
  ApplicantOutsideProvince: refused(
    'The applicant’s address must be in the seller’s province[, {province}]. Check city and postalCode.',
    'L’adresse du proposant doit se trouver dans la province du vendeur[, {province}]. Vérifiez city et postalCode.',
  ),
  SearchTooShort: refused(
    'Type at least 3 characters of the lienholder’s name.',
    'Tapez au moins 3 caractères du nom du créancier.',
    { min: 3 },
  ),
  TestVinProductionDisabled: refused(
    'Test VINs exist in the sandbox only. Use the VIN of a real vehicle here.',
    'Les NIV d’essai n’existent que dans le bac à sable. Utilisez ici le NIV d’un véhicule réel.',
  ),
  TestVinNotAvailable: refused(
    'There is no unused test VIN for this model year[, {year}]. Ask for another year.',
    'Il ne reste aucun NIV d’essai pour cette année modèle[, {year}]. Demandez une autre année.',
  ),
} as const satisfies Record<string, ErrorDefinition>;
