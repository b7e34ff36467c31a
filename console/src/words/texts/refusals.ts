import { scopes } from '../../../../src/domain/credential/scope.ts';
import { operatorRefusals } from '../../../../src/domain/operator/operator-refusal.ts';
import { paymentMethods } from '../../../../src/domain/payment-method.ts';

type Refusals = Readonly<Record<keyof typeof operatorRefusals, string>>;

/** A code without a message here does not compile. */
const french: Refusals = {
  // These concern access.
  SignInFailed: 'Le nom, le mot de passe ou le code est erroné.',
  CodeRequired: 'Entrez le code de votre application d’authentification.',
  CodeInvalid: 'Le code est erroné ou a déjà servi. Entrez le suivant.',
  SignInLocked: 'Trop d’essais erronés. Attendez quelques minutes.',
  SignInRequired: 'Connectez-vous d’abord.',
  PasswordChangeRequired: 'Choisissez d’abord votre propre mot de passe.',
  PasswordTooWeak:
    'Un mot de passe a de 12 à 200 caractères et est difficile à deviner\u00a0: quelques mots sans rapport, par exemple.',
  SecondFactorRequired: 'Une application d’authentification est exigée ici. Configurez-en une d’abord.',
  HostNotAllowed: 'Cette console n’est pas accessible sous ce nom. OPERATOR_HOSTS fixe les noms.',
  IdentityProviderUnavailable: 'Le fournisseur d’identité ne peut être joint. Réessayez dans quelques minutes.',
  IdentityWithoutRole: 'Votre compte auprès du fournisseur d’identité n’a pas de rôle ici. Demandez à qui le gère.',
  RoleNotEnough: 'Votre rôle ne le permet pas. Demandez à l’administration.',
  DeskOnly: 'Votre compte est celui du comptoir d’un vendeur. Demandez à l’exploitant.',
  DeskClosed: 'Le vendeur est désactivé. Demandez à l’exploitant.',
  AccountIsOfSeller: 'Ce compte est celui du comptoir d’un vendeur, et n’a pas de rôle. Créez un autre compte.',
  RequestBackDate:
    'Une demande remonte à 30 jours au plus, et pas avant le premier jour de couverture une fois qu’il est arrivé.',
  SaleLinksWithoutMethod:
    'Sur la page d’un lien, le client paie par carte ou par mois. Donnez d’abord un de ces modes au vendeur, ou désactivez ses liens.',
  SaleLinkUnaddressed: 'Le lien n’a pas d’adresse courriel où l’envoyer.',
  SaleLinkMethodsInvalid: 'Le vendeur n’a pas ce mode de paiement.',
  PhoneNumberInvalid: 'Ce n’est pas un numéro de téléphone.',
  NameUnprintable: 'Un signe de ce nom ne peut pas être imprimé.',
  IntegrationsLimited:
    'Ceci concerne toutes les intégrations, et votre compte est limité à certaines. Demandez à l’administration.',
  RequestForged: 'La demande ne venait pas de cette console. Rechargez la page.',
  AccountNameTaken: 'Un compte porte déjà ce nom.',
  AccountIsLastAdmin: 'Le dernier compte d’administration ne peut être ni désactivé ni rétrogradé.',
  AccountIsFederated: 'Le compte se connecte auprès du fournisseur d’identité et y a son mot de passe.',
  TotpIsOn: 'L’authentification est déjà activée. Désactivez-la d’abord.',
  // These concern corrections of a sale.
  CancellationDateOutOfRange:
    'Résiliez à une date comprise entre celle où la police a été émise et la fin de sa couverture.',
  CancellationFlatOnly: 'Avant sa date d’effet, une police est résiliée en entier\u00a0: aucun jour n’en est utilisé.',
  AmendmentEmpty: 'Rien ne changerait. Indiquez ce qui est à corriger.',
  AmendmentInvalid: 'Ceci ne peut figurer sur une police. Vérifiez-le.',
  AmendmentOutsideProvince:
    'L’adresse doit rester dans la province du vendeur. Résiliez la police et vendez-la de nouveau là-bas.',
  AmendmentIneligible: 'Le véhicule n’est pas admissible à cette police. Résiliez la police et vendez-la de nouveau.',
  VehicleAlreadyCovered:
    'L’intégration refuse une deuxième police pour un véhicule, et celui-ci en a une. Résiliez d’abord l’une des deux.',
  VehicleBeingBound: 'Une police pour ce véhicule est en cours de souscription. Réessayez dans quelques minutes.',
  AmendmentChangesPrice: 'Le prix changerait. Résiliez la police et vendez-la de nouveau.',
  InsurerNoticeTooShort:
    'L’assureur doit donner un préavis. Choisissez un premier jour sans couverture plus tardif, ou indiquez qui d’autre l’a demandée.',
  InsurerGroundNotAllowed:
    'L’assureur ne peut plus résilier cette police que pour non-paiement ou aggravation du risque. Choisissez ce motif, ou indiquez qui d’autre l’a demandée.',
  NonPaymentNotAllowed:
    'Le non-paiement est un motif de l’assureur, pour une police dont le débit a été refusé. Choisissez un autre motif, ou l’assureur.',
  RescissionOver:
    'Le délai de résolution est écoulé. Résiliez plutôt la police\u00a0: au prorata, ou en entier si l’avis du client a été envoyé à temps.',
  RequestNotOpen: 'Aucune demande du partenaire n’est ouverte\u00a0: elle a été tranchée, ou il n’y en avait pas.',
  PolicyAlreadyCancelled: 'La police est déjà résiliée. Une résiliation à venir peut être retirée.',
  CancellationChanged: 'Entre-temps, le résultat diffère de ce qui était affiché. Vérifiez de nouveau.',
  AccountChanged: 'Entre-temps, le compte diffère de ce qui était affiché. Vérifiez de nouveau.',
  RecordedAlready:
    'Le même montant du même jour est déjà inscrit. S’il y en a deux, donnez la référence ou le jour qui les distingue.',
  ChargeUnderWay: 'La carte est en cours de débit. Réessayez dans quelques minutes.',
  CancellationInEffect: 'La résiliation est en vigueur\u00a0: elle ne peut plus être retirée.',
  CancellationNotThere: 'La police n’est pas résiliée.',
  ChargeNotOpen: 'Le débit est déjà fait, arrêté ou inscrit comme payé.',
  MoneyNotWithUs: 'Le vendeur ou le prêteur a perçu l’argent de cette police\u00a0: c’est là que cela se dit.',
  AmountOutOfRange: 'Entrez un montant supérieur à zéro, sans dépasser ce qu’il y a.',
  ReportDateOutOfRange:
    'Entrez le jour où cela s’est produit\u00a0: ni avant qu’il y ait une raison, ni après aujourd’hui.',
  NothingDue: 'Rien n’est dû. Indiquez le montant reçu\u00a0: ce qui est de trop est remboursé.',
  NothingToReturn: 'Aucun paiement par chèque ou virement inscrit n’a pu être retourné.',
  PaymentNotNamed:
    'Plus d’un paiement peut être visé\u00a0: donnez son montant, ou sa référence telle qu’elle a été inscrite.',
  NoRefundToReturn: 'Aucun remboursement sur une carte n’est inscrit qui aurait pu revenir.',
  NothingToDispute: 'Aucune carte n’a été débitée pour cette police.',
  DisputeIsOpen: 'Une contestation de ce débit est déjà ouverte.',
  DisputeNotOpen: 'Aucune contestation ouverte n’a pu finir ainsi.',
  NothingToGiveBack: 'Il n’y a rien à rembourser.',
  EntryNotByOperator:
    'Seul ce qu’un exploitant a inscrit peut être annulé\u00a0: ce que dit une banque ou une partie reste.',
  EntryInUse: 'Autre chose a été inscrit depuis à son sujet. Annulez-le d’abord.',
  LoanIsEnded:
    'Le prêteur a été prié de mettre fin au prêt\u00a0: la police ne peut être remise en vigueur. Vendez-la de nouveau.',
  ReinstatementUnpaid:
    'Ce qui a été remboursé doit d’abord être repayé. Inscrivez le paiement, puis remettez la police en vigueur.',
  ChargeNotUnclear: 'On sait ce qu’est devenu le débit\u00a0: inscrivez ce qui a été payé hors du service.',
  NothingToWriteOff: 'Rien ne peut être radié\u00a0: rien n’est dû, ou la couverture continue.',
  ProcessorReferenceInvalid:
    'Donnez la référence du processeur lui-même\u00a0: lettres, chiffres, points et tirets, sans espaces.',
  RefundByOperator:
    'C’est à vous de payer ce remboursement\u00a0: payez-le, puis réglez-le avec son jour et sa référence.',
  SettledOnInvalid: 'Le jour doit être une date, au plus tard aujourd’hui selon le vendeur.',
  ChargeRefusedForGood:
    'Cette carte ne doit plus jamais être débitée. Envoyez un lien de paiement au client, ou inscrivez le débit comme payé une fois le montant payé hors du service.',
  ChargeNotRefused: 'Le débit n’a pas été refusé\u00a0: il se fera à sa date.',
  ChargePastTaxChange:
    'Le taux de taxe change d’ici là, et le prix comprend l’ancien taux. Choisissez un jour plus tôt, ou résiliez la police et vendez-la de nouveau.',
  ChargeDateOutOfRange:
    'Choisissez une date de demain à 60 jours d’ici. Une police résiliée à une date ultérieure est débitée avant cette date.',
  SaleLinksOff:
    'Les liens de vente ne sont pas activés pour ce vendeur, ou il n’accepte ni cartes ni paiement mensuel. Modifiez d’abord le vendeur.',
  SaleLinkDayInvalid: 'Le dernier jour va d’aujourd’hui à 90 jours plus tard.',
  VinInvalid: 'Ce n’est pas un NIV.',
  SaleLinkDownPaymentInvalid: 'Inscrivez la mise de fonds en dollars, par exemple 250 ou 249,50.',
  SaleLinkWithoutLoan: 'Ce vendeur n’a pas de paiement mensuel, donc pas de mise de fonds.',
  SaleLinkBeingBought: 'Un client achète par ce lien en ce moment. Réessayez dans un instant.',
  SaleLinkNotOpen: 'Ce lien a déjà servi, a été retiré ou a expiré.',
  LinkDaysInvalid: 'Un lien de paiement est valable de 1 à 30 jours.',
  LinkNotThere: 'Il n’y a pas de lien de paiement utilisable.',
  ReversalNotDue: 'C’est déjà remboursé ou réglé.',
  LenderNotAnswered:
    'C’est le prêteur qui met fin au prêt\u00a0: on le lui demande jusqu’à ce qu’il réponde, et sa réponse compte.',
  CancellationAhead:
    'Une résiliation est à venir, et son avis dit ce qui est remboursé. Retirez-la d’abord, ou donnez davantage une fois qu’elle aura pris effet.',
  ReversalUnderWay: 'Un essai est en cours ou peut encore aboutir. Réessayez dans quelques minutes.',
  SettleReferenceRequired: 'Dites où le retrouver\u00a0: le numéro d’un virement ou la référence du processeur.',
  MailUnderWay: 'Le courriel est déjà en route. Réessayez dans quelques minutes.',
  MailedOften:
    'Cinq courriels ont été envoyés en une journée. Demandez au client de chercher parmi les indésirables, corrigez l’adresse ou réessayez demain.',
  SaleLinksMailedOften:
    'Les liens du vendeur ont fait l’objet de 200 courriels en une journée. Créez le lien sans courriel et remettez son adresse, ou réessayez demain.',
  MailDropped: 'Il est pour une adresse qui n’est plus celle de la police. Renvoyez plutôt les documents.',
  EmailAddressInvalid: 'Ceci n’est pas une adresse courriel.',
  EmailAddressUnchanged: 'La police a déjà cette adresse.',
  BindNotAbandoned: 'L’émission est terminée, ou quelqu’un s’en occupe en ce moment.',
  DifferenceNotOpen: 'L’écart est déjà réglé.',
  RefundReturnNotRecorded:
    'Un remboursement de cette police est revenu\u00a0: inscrivez-le d’abord sur la page de sa vente.',
  DisputeNotRecorded: 'La banque a contesté un débit de cette police : inscrivez-le d’abord sur la page de sa vente.',
  SettlementFileKnown: 'Ce fichier de versement a déjà été pris.',
  SettlementFileTooLong: 'Le fichier de versement a trop de lignes. Demandez-en un de moins de jours.',
  SettlementReferenceInvalid:
    'Une ligne du fichier de versement n’a pas de référence, ou en a une de plus de 200 caractères.',
  SettlementWordsInvalid:
    'Le sens des mots est illisible. Écrivez-le comme Commission=fee, Virement=payout; sont connus charge, refund, dispute, dispute won, dispute lost, refund returned, fee, reserve et payout.',
  SettlementAmountInvalid: 'Un montant du fichier de versement est illisible. Il doit s’écrire comme 1234.50.',
  // These concern integrations, sellers, dealers and licences.
  ScopesInvalid: `Choisissez au moins une portée\u00a0: ${scopes.join(', ')}.`,
  KeysInvalid:
    'Donnez jusqu’à cinq clés publiques en JWK ou JWKS, sans leur partie privée\u00a0: RSA de 2048 à 8192 bits, P-256 ou Ed25519, pour signer.',
  NameInvalid: 'Un nom a de 1 à 120 caractères, dont au moins une lettre ou un chiffre.',
  ClientIdInvalid: 'Un identifiant client a de 3 à 64 lettres, chiffres, points, traits ou soulignés.',
  ClientIdTaken: 'Une intégration porte déjà cet identifiant client.',
  UsernameInvalid: 'Un nom d’utilisateur a de 2 à 64 lettres, chiffres, points, traits, soulignés ou arobases.',
  UsernameTaken: 'L’intégration a déjà un vendeur de ce nom d’utilisateur.',
  ProvinceInvalid: 'Choisissez l’une de AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT.',
  ProvinceFixed:
    'Le vendeur a déjà fait des soumissions dans sa province. Créez un autre vendeur pour une autre province.',
  SeriesInvalid: 'Choisissez au moins une série\u00a0: Prime, Plus.',
  PaymentMethodsInvalid: `Choisissez au moins un mode de paiement\u00a0: ${paymentMethods.join(', ')}.`,
  BrandTextInvalid:
    'Écrivez une ligne d’au plus 120 caractères, au plus quatre lignes d’adresse, et des textes de clôture d’au plus 600 caractères dans les deux langues.',
  ColoursInvalid: 'Une couleur s’écrit comme #12344d.',
  ContrastTooLow:
    'Les textes dans ces couleurs seraient illisibles. Prenez-en de plus foncées\u00a0: 4,5 pour 1 sur le blanc (WCAG AA).',
  LanguagesInvalid: 'Choisissez en, fr ou les deux.',
  LogoInvalid:
    'Un logo est un PNG, ou un SVG fait de formes seulement (sans textes, styles, images ni liens), d’au plus 64\u00a0Kio, 2\u00a0000 pixels et huit fois plus large que haut.',
  RateLimitInvalid: 'Un plafond de demandes est un nombre entier de 1 à 1\u00a0000\u00a0000.',
  OverlapInvalid: 'Un chevauchement dure de 0 à 720 heures entières.',
  WebhookUrlInvalid: 'Donnez une adresse publique qui commence par https://, sans utilisateur, mot de passe ni dièse.',
  WebhookEndpointLimit: 'Il y a déjà cinq points de terminaison. Supprimez-en un qui ne sert plus.',
  WebhookEndpointOfSeller:
    'Un vendeur a créé ce point de terminaison\u00a0: son adresse et son secret appartiennent au vendeur.',
  WebhookEndpointDisabled: 'Le point de terminaison est désactivé. Activez-le d’abord.',
  EventTypesInvalid: 'Choisissez des types d’événements qui existent.',
  DescriptionInvalid: 'Une description a au plus 200 caractères.',
  TimesOutOfRange: 'Choisissez un dernier moment qui suit le premier.',
  ReplayTooLarge: 'Cela fait plus de 10\u00a0000 événements. Choisissez une période plus courte.',
  NothingPrevious: 'Il n’y a rien à révoquer\u00a0: aucun précédent n’est encore valable.',
  IdInvalid: 'Un identifiant a de 1 à 64 lettres, chiffres, points, deux-points, traits ou soulignés.',
  IdTaken: 'Cet identifiant existe déjà.',
  AddressLine1Invalid: 'Une adresse a de 1 à 120 caractères.',
  CityInvalid: 'Une ville a de 1 à 80 caractères.',
  PostalCodeInvalid: 'Un code postal ressemble à K1A 0B1.',
  VinPatternInvalid:
    'Un modèle de NIV est fait des huit premiers caractères d’un NIV; après le troisième, une étoile vaut pour tout caractère.',
  VinPatternsFull: 'Il y a déjà 2\u00a0000 modèles de NIV. Retirez-en un qui ne sert plus.',
  ModelYearsInvalid: 'Les années modèles vont de 1980 à 2039, la première n’étant pas après la dernière.',
  ChoiceInvalid: 'Choisissez l’un des mots offerts.',
  LicenceTextInvalid: 'Le numéro et la catégorie d’un permis ont de 1 à 60 caractères.',
  ExpiryInvalid: 'Une échéance est un jour de 2000 à 2099, comme 2027-06-30.',
  DayInPast: 'Choisissez aujourd’hui ou un jour ultérieur.',
  DealerNotLinked: 'Le vendeur n’a pas de lien actif avec ce concessionnaire.',
  // Imports.
  FileEmpty: 'Le fichier n’a pas de ligne avec les noms de ses colonnes.',
  TooManyFaults: 'Le fichier contient 1\u00a0000 erreurs et n’a pas été lu au-delà. Corrigez d’abord celles-ci.',
  FileTooLarge: 'Le fichier est trop grand. Importez-le en parties d’au plus 250\u00a0000 lignes et 64\u00a0Mio.',
  ColumnMissing: 'La première ligne ne nomme pas cette colonne.',
  ColumnUnknown: 'Cette colonne n’existe pas.',
  ColumnTwice: 'La première ligne nomme deux fois cette colonne.',
  CellCountWrong: 'La ligne a plus ou moins de cellules qu’il n’y a de colonnes.',
  QuoteInvalid: 'Un guillemet est mal placé ou n’est pas fermé.',
  TextNotUtf8: 'Le texte n’est pas en UTF-8. Enregistrez le fichier en CSV UTF-8.',
  LineTooLong: 'La ligne dépasse 64\u00a0Kio.',
  IdRepeated: 'L’identifiant figure déjà sur une ligne précédente.',
  SellerUnknown: 'Aucun vendeur n’a ce nom d’utilisateur.',
  SellerAmbiguous: 'Plusieurs intégrations ont un vendeur de ce nom d’utilisateur. Écrivez client_id/username.',
  ImportBusy: 'Une autre importation est en cours. Réessayez quand elle sera terminée.',
  ImportStalled: 'La suite du fichier n’est pas arrivée; rien n’a été importé. Envoyez-le de nouveau.',
  // Prices.
  RateBookFaulty: 'Le barème a des fautes. Rien n’a été chargé.',
  RateBookLoaded: 'Un barème de cette version existe déjà. Donnez une autre version au nouveau.',
  RateBookEnds: 'D’après ses propres dates, le barème se termine avant ce jour.',
  RateBookNotThere: 'Il n’y a pas de barème avec lequel comparer.',
  NothingToGoBackTo: 'Aucun autre barème n’était en vigueur auparavant.',
  ActivationInPast: 'Choisissez aujourd’hui ou plus tard\u00a0: les soumissions passées gardent leurs prix.',
  TaxTableFaulty: 'Le tableau des taxes a des fautes. Rien n’a été chargé.',
  TaxTableLoaded: 'Un tableau des taxes de cette version existe déjà. Donnez une autre version au nouveau.',
  CustomerTextsFaulty: 'Les textes aux clients ont des fautes. Rien n’a été chargé.',
  CustomerTextsLoaded: 'Des textes aux clients de cette version existent déjà. Donnez une autre version aux nouveaux.',
  RescissionRulesFaulty: 'Les règles de résolution ont des fautes. Rien n’a été chargé.',
  RescissionRulesLoaded:
    'Des règles de résolution de cette version existent déjà. Donnez une autre version aux nouvelles.',
  DisclosureTextsFaulty: 'Les textes des documents précontractuels ont des fautes. Rien n’a été chargé.',
  DisclosureTextsLoaded:
    'Des textes de documents précontractuels de cette version existent déjà. Donnez une autre version aux nouveaux.',
  WordingFaulty:
    'Ce fichier ne peut pas être envoyé aux clients. Donnez un PDF d’au plus 2\u00a0Mio, sans mot de passe, script, formulaire ni fichier joint.',
  WordingLoaded: 'La formule a déjà cette version dans cette langue. Donnez une autre version à la nouvelle.',
  // Lists and exports.
  SearchTooShort: 'Tapez au moins 2 caractères.',
  DaysOutOfRange: 'Choisissez un premier et un dernier jour, dans cet ordre, distants d’au plus 366 jours.',
  ZoneUnknown: 'Ce fuseau horaire n’existe pas.',
  StateUnknown: 'Rien dans cette liste n’a un tel état.',
  ExportTooLarge: 'Plus de 100\u00a0000 lignes. Choisissez moins de jours ou un seul vendeur.',
  // These concern personal data.
  DocumentErased: 'Le document a été effacé avec les renseignements personnels qu’il contenait.',
  PersonKeyInvalid: 'Tapez un courriel, un numéro de téléphone d’au moins 10 chiffres ou un numéro de police.',
  PolicyInForce:
    'La police est en vigueur\u00a0: ses renseignements personnels sont nécessaires jusqu’à la fin de la couverture.',
  SaleUnderWay:
    'Une émission, un paiement, un remboursement ou un courriel de cette vente n’est pas terminé. Réessayez ensuite.',
  SaleErased: 'Les renseignements personnels de cette vente ont déjà été effacés.',
  BooksNeedPolicy:
    'Pendant quelques années après la couverture, les livres ont besoin du nom, de l’adresse, du véhicule et des documents.',
  // A policy that was forgotten by a restore.
  PolicyNumberTaken: 'Une police porte déjà ce numéro.',
  PolicyNumberNotIssued:
    'Ce numéro n’a pas été émis. Après une restauration, on fait d’abord avancer les numéros\u00a0: voyez «\u00a0Restored to an earlier point\u00a0» dans le guide.',
  SaleTaken: 'La proposition est déjà souscrite, une souscription est en cours, ou sa personne a été effacée.',
  QuoteForgotten: 'La soumission a été oubliée aussi\u00a0: donnez-la telle qu’elle avait été demandée.',
  QuoteRefused: 'La soumission n’aurait pas été faite ainsi.',
  VehicleUnclear:
    'Le NIV peut désigner plusieurs véhicules, ou aucun n’est tel\u00a0: nommez le véhicule comme la soumission l’a rendu.',
  TotalDiffers: 'Le prix donne un autre total que celui de la déclaration.',
  PaymentIncomplete:
    'Une police payée par carte demande son paiement par carte, une police financée son financement, et aucune autre ne prend l’un ou l’autre.',
  CardPaymentSpent: 'Le paiement par carte a servi autrement, ou n’est plus valide.',
  // Every request can meet these.
  RequestInvalid: 'Il manque une valeur à la demande, ou l’une d’elles est mal formée.',
  NotFound: 'Rien ne porte ce nom.',
  ReasonRequired: 'Donnez une justification d’au moins 3 caractères.',
  Busy: 'Trop de choses à la fois. Réessayez dans un instant.',
  DatabaseAway: 'La base de données est indisponible. Réessayez dans un instant.',
  InstanceOutdated:
    'Une version plus récente a modifié la base de données. Cette instance doit être remplacée par cette version.',
};

/** Texts are found by code. In English they are the service's own messages. */
export const refusals: readonly [Refusals, Refusals] = [operatorRefusals, french];
