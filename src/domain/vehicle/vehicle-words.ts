import { type InEachLanguage, type Language, languages } from '../language.ts';
import type { VehicleConfiguration } from './vehicle.ts';

/** Returns the vehicle with body, drive, fuel and engine in the words of a customer, in French on request. */
export function inWords<V extends VehicleConfiguration>(vehicle: V, language: Language): V {
  const { bodyClass, driveType, fuelType, engine } = vehicle;
  return {
    ...vehicle,
    bodyClass: bodyClass === null ? null : bodyWord(bodyClass, language),
    driveType: driveType === null ? null : driveWord(driveType, language),
    fuelType: fuelType === null ? null : fuelWord(fuelType, language),
    engine: engine === null || language === 'en' ? engine : frenchEngine(engine),
  };
}

/** How a phrase begins, and what it is called in each language. */
type WordTable = readonly (readonly [beginning: string, ...words: InEachLanguage<string>])[];

/** The public data's phrases are many, but begin alike. A phrase that is not here stays as it is. */
function wordsOf(table: WordTable): (phrase: string, language: Language) => string {
  return (phrase, language) => {
    const found = table.find(([beginning]) => phrase.startsWith(beginning));
    return found?.[1 + languages.indexOf(language)] ?? phrase;
  };
}

/** "Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)" is "SUV". */
export const bodyWord = wordsOf([
  ['Sport Utility Vehicle', 'SUV', 'VUS'],
  ['Crossover Utility Vehicle', 'SUV', 'VUS'],
  ['Sport Utility Truck', 'Pickup', 'Camionnette'],
  ['Pickup', 'Pickup', 'Camionnette'],
  ['Sedan', 'Sedan', 'Berline'],
  ['Hatchback', 'Hatchback', 'À hayon'],
  ['Wagon', 'Wagon', 'Familiale'],
  ['Coupe', 'Coupe', 'Coupé'],
  ['Convertible', 'Convertible', 'Cabriolet'],
  ['Minivan', 'Minivan', 'Fourgonnette'],
  ['Cargo Van', 'Cargo van', 'Fourgon utilitaire'],
  ['Step Van', 'Step van', 'Fourgon utilitaire'],
  ['Van', 'Van', 'Fourgon'],
  ['Truck-Tractor', 'Tractor truck', 'Tracteur routier'],
  ['Truck', 'Truck', 'Camion'],
  ['Bus', 'Bus', 'Autobus'],
  ['Motorcycle', 'Motorcycle', 'Motocyclette'],
  ['Motorhome', 'Motorhome', 'Autocaravane'],
  ['Trailer', 'Trailer', 'Remorque'],
  ['Off-road Vehicle', 'Off-road vehicle', 'Véhicule hors route'],
  ['Low Speed Vehicle', 'Low-speed vehicle', 'Véhicule à basse vitesse'],
  ['Incomplete', 'Chassis', 'Châssis'],
]);

export const driveWord = wordsOf([
  ['AWD', 'AWD', 'Traction intégrale'],
  ['4WD', '4WD', '4 roues motrices'],
  ['FWD', 'FWD', 'Traction avant'],
  ['RWD', 'RWD', 'Propulsion'],
  ['4x2', '2WD', '2 roues motrices'],
]);

export const fuelWord = wordsOf([
  ['Gasoline', 'Gasoline', 'Essence'],
  ['Diesel', 'Diesel', 'Diesel'],
  ['Hybrid', 'Hybrid', 'Hybride'],
  ['Plug-in hybrid', 'Plug-in hybrid', 'Hybride rechargeable'],
  ['Electric', 'Electric', 'Électrique'],
  ['Hydrogen', 'Hydrogen', 'Hydrogène'],
  ['Flex fuel', 'Flex fuel', 'Polycarburant'],
  ['Natural gas', 'Natural gas', 'Gaz naturel'],
  ['Propane', 'Propane', 'Propane'],
]);

/** "2.5 L 4-cylinder, plug-in hybrid" is "2,5 L 4 cylindres, hybride rechargeable". */
function frenchEngine(engine: string): string {
  return fuelWord(engine, 'fr')
    .replace(/(\d)\.(\d) L/, '$1,$2 L')
    .replace(/(\d)-cylinder/, '$1 cylindres')
    .replace('plug-in hybrid', 'hybride rechargeable')
    .replace(/hybrid$/, 'hybride');
}
