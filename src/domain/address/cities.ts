import type { CityRow } from './city.ts';

/**
 * Municipalities and large communities of Canada, with English, French and former names. The list serves only to detect
 * an address in another province. A missing name does no harm; a missing province refuses a real customer. So a name in
 * several provinces is listed for each of them, in doubt for one too many, and small places with common names are left
 * out.
 */
export const cities: readonly CityRow[] = [
  {
    provinces: ['ON'],
    names: `Toronto; Bradford; Port Hope; Hearst; Prescott; Picton; Fergus; Ottawa; Mississauga; Brampton; Markham; Richmond Hill; Greater Sudbury; Sudbury; Grand Sudbury; Oshawa; Barrie;
      St. Catharines; St. Catherines; Guelph; Whitby; Ajax; Thunder Bay; Chatham-Kent; Brantford; Pickering; Niagara Falls; Newmarket;
      Peterborough; Sarnia; Kawartha Lakes; Sault Ste. Marie; Caledon; North Bay; Halton Hills; Aurora; Clarington; Quinte West;
      Haldimand County; Norfolk County; Georgina; Innisfil; Welland; Bradford West Gwillimbury; Timmins; Stouffville;
      Whitchurch-Stouffville; Orangeville; Orillia; Fort Erie; Centre Wellington; Grimsby; Tecumseh; Lambton Shores;
      Cobourg; Brockville; Owen Sound; Wasaga Beach; Huntsville; Bracebridge; Gravenhurst; Penetanguishene; Port Colborne; Petawawa;
      Arnprior; Smiths Falls; Carleton Place; Clarence-Rockland; Kenora; Dryden; Fort Frances; Elliot Lake; Espanola; Kapuskasing;
      Iroquois Falls; Kirkland Lake; Temiskaming Shores; New Liskeard; Haileybury; Temagami; Sturgeon Falls; West Nipissing;
      Nipissing Ouest; Parry Sound; Goderich; Walkerton; Listowel; Elora; Ingersoll; Tillsonburg; Simcoe; Dunnville; Strathroy;
      Strathroy-Caradoc; Petrolia; Wallaceburg; Amherstburg; Tilbury; Gananoque; Napanee; Greater Napanee; Deseronto; Campbellford;
      Fenelon Falls; Bobcaygeon; Bancroft; Uxbridge; Port Perry; Bowmanville; Courtice; Woodbridge; Unionville; King City; Nobleton;
      Alliston; Meaford; Markdale; Mount Forest; Wingham; St. Jacobs; New Hamburg; Ancaster; Waterdown; Flamborough; Dundalk; Nepean;
      Kanata; Barrhaven; Manotick; Stittsville; Almonte; Embrun; Casselman; Morrisburg; Kemptville; Etobicoke; Scarborough; North York;
      East York; Niagara-on-the-Lake; Thorold; West Lincoln; Beamsville; Fonthill; Mattawa; Geraldton; Longlac; Nipigon; Sioux Lookout;
      Atikokan; Moosonee; Chapleau; Blind River; Thessalon; Burk's Falls; Oro-Medonte; Adjala-Tosorontio; New Tecumseth; East Gwillimbury;
      Scugog; Mississippi Mills; South Dundas; North Grenville; North Dundas; South Porcupine; Wawa; Marathon; Manitouwadge;
      Terrace Bay; Schreiber; Smooth Rock Falls; Englehart; Matheson; Sioux Narrows; Ignace; Pickle Lake; Attawapiskat; Moose Factory;
      Muskoka Lakes; Wellesley; Leeds and the Thousand Islands; Rideau Lakes; Whitewater Region;
      Laurentian Hills; South Frontenac; Stone Mills; Tyendinaga; Madawaska Valley; Barry's Bay; Eganville; Killaloe; Port Stanley;
      Port Dover; Port Rowan; Grand Bend; Sauble Beach; Wiarton; Tobermory; Saugeen Shores; South Bruce Peninsula;
      Brockton; West Grey; Grey Highlands; Blue Mountains; Tavistock; Zorra; Thames Centre; Middlesex Centre; Lucan Biddulph;
      North Perth; West Perth; Perth East; Bluewater; Guelph/Eramosa; Puslinch; Cayuga; Hagersville; Jarvis; Binbrook;
      Virgil; Crysler; Vankleek Hill; L'Orignal; Champlain Township; Alfred and Plantagenet; Nipissing; Callander; Powassan`,
  },
  {
    provinces: ['QC'],
    names: `Montréal; Québec; Quebec City; Ville de Québec; Laval; Gatineau; Longueuil; Saguenay; Lévis; Trois-Rivières; Terrebonne;
      Saint-Jean-sur-Richelieu; Repentigny; Brossard; Drummondville; Saint-Jérôme; Granby; Blainville; Shawinigan; Dollard-des-Ormeaux;
      Rimouski; Châteauguay; Mascouche; Saint-Hyacinthe; Victoriaville; Mirabel; Rouyn-Noranda; Boucherville; Salaberry-de-Valleyfield;
      Valleyfield; Vaudreuil-Dorion; Sorel-Tracy; Val-d'Or; Côte-Saint-Luc; Pointe-Claire; Sainte-Julie; Magog; Boisbriand;
      Thetford Mines; Sept-Îles; Saint-Bruno-de-Montarville; Sainte-Thérèse; Saint-Constant; Baie-Comeau; Chambly; Saint-Lambert;
      Varennes; Beloeil; Joliette; Dorval; Candiac; L'Assomption; Lavaltrie; Rivière-du-Loup; Matane; Amos; La Tuque; Gaspé;
      Dolbeau-Mistassini; Roberval; Saint-Félicien; Mont-Laurier; Mont-Tremblant; Sainte-Agathe-des-Monts; Sainte-Adèle; Lachute;
      Cowansville; Bromont; Farnham; Coaticook; Lac-Mégantic; Montmagny; L'Ancienne-Lorette; Ancienne-Lorette; Saint-Augustin-de-Desmaures;
      Bécancour; Nicolet; Louiseville; Berthierville; Asbestos; Val-des-Sources; Plessisville; Donnacona; Pont-Rouge; La Malbaie;
      Baie-Saint-Paul; Beaupré; Amqui; Mont-Joli; Percé; Carleton-sur-Mer; Sainte-Anne-des-Monts; Les Îles-de-la-Madeleine;
      Îles-de-la-Madeleine; Magdalen Islands; Chibougamau; Chapais; Lebel-sur-Quévillon; Senneterre; La Sarre; Malartic; Ville-Marie;
      Témiscaming; Maniwaki; Cantley; Val-des-Monts; Masson-Angers; Rigaud; Pincourt; L'Île-Perrot; Île-Perrot; Notre-Dame-de-l'Île-Perrot;
      Beauharnois; Ormstown; Delson; Mercier; Saint-Rémi; Marieville; Mont-Saint-Hilaire; Otterburn Park; Saint-Basile-le-Grand;
      McMasterville; Contrecoeur; Verchères; Sainte-Anne-de-Bellevue; Baie-D'Urfé; Montréal-Est; Montréal-Ouest; Montreal East;
      Montreal West; Montréal-Nord; Montreal North; Verdun; Lachine; Outremont; Pierrefonds; Charlesbourg; Beauport; Sainte-Foy;
      Cap-Rouge; Jonquière; Chicoutimi; Rosemère; Bois-des-Filion; Deux-Montagnes; Pointe-Calumet; Oka; Sainte-Marthe-sur-le-Lac;
      Saint-Colomban; Saint-Lin-Laurentides; Saint-Charles-Borromée; Notre-Dame-des-Prairies; Carignan; Saint-Césaire; Lac-Brome;
      Stanstead; East Angus; Cookshire-Eaton; Disraeli; Daveluyville; Saint-Tite; Sainte-Anne-de-la-Pérade; Port-Cartier;
      Havre-Saint-Pierre; Fermont; Schefferville; Blanc-Sablon; Kuujjuaq; Inukjuak; Puvirnituq; Salluit; Chisasibi; Mistissini;
      Waskaganish; Les Escoumins; Tadoussac; Trois-Pistoles; Témiscouata-sur-le-Lac; Cabano; Dégelis; Pohénégamook;
      La Pocatière; L'Islet; Saint-Jean-Port-Joli; Lac-Etchemin; Beauceville; Saint-Joseph-de-Beauce; Vallée-Jonction; Lac-Beauport;
      Stoneham-et-Tewkesbury; Boischatel; Château-Richer; Sainte-Catherine-de-la-Jacques-Cartier; Shawville; Fort-Coulonge;
      Papineauville; Montebello; Saint-André-Avellin; Morin-Heights; Val-David; Val-Morin; Saint-Félix-de-Valois; Matagami; Barraute;
      Métabetchouan-Lac-à-la-Croix; Normandin; Desbiens; L'Anse-Saint-Jean; Saint-Amable; Léry;
      Saint-Zotique; Coteau-du-Lac; Les Cèdres; Les Coteaux; Saint-Polycarpe; Sainte-Anne-des-Plaines; Saint-Joseph-du-Lac;
      Saint-Placide; Brownsburg-Chatham; Grenville-sur-la-Rouge; Sainte-Marguerite-du-Lac-Masson; Rivière-Rouge;
      Ferme-Neuve; Saint-Jean-de-Matha; Saint-Michel-des-Saints; Saint-Alphonse-Rodriguez; L'Épiphanie; Charlemagne;
      Saint-Roch-de-l'Achigan; Yamachiche; Notre-Dame-du-Mont-Carmel; Saint-Étienne-des-Grès;
      Saint-Germain-de-Grantham; Acton Vale; Saint-Pie; Saint-Dominique; Sainte-Hélène-de-Bagot; Saint-Paul-d'Abbotsford;
      Ange-Gardien; L'Ange-Gardien; Valcourt; Sainte-Catherine-de-Hatley;       Saint-Apollinaire; Saint-Agapit; Saint-Lambert-de-Lauzon;       Rivière-Ouelle; Kamouraska; Le Bic; Causapscal; Sayabec;       Grande-Rivière; Paspébiac; Listuguj; Bergeronnes; Natashquan; Wemindji; Nemaska; Eastmain;
      Kahnawake; Kanesatake; Wendake; Kuujjuarapik; Umiujaq; Kangiqsualujjuaq; Akulivik; Aupaluk; Tasiujaq; Quaqtaq; Ivujivik`,
  },
  {
    provinces: ['BC'],
    names: `Vancouver; Burnaby; Abbotsford; Coquitlam; Kelowna; Langley; Saanich; Kamloops; Nanaimo; Chilliwack; Maple Ridge;
      New Westminster; Prince George; Port Coquitlam; North Vancouver; West Vancouver; Penticton; Campbell River; Courtenay; Port Moody;
      Cranbrook; Fort St. John; Langford; Colwood; Squamish; Salmon Arm; Port Alberni; Powell River; Williams Lake; Terrace;
      Dawson Creek; Parksville; Sooke; Pitt Meadows; Prince Rupert; Summerland; Quesnel; Whistler; Esquimalt; View Royal; Comox;
      Castlegar; Merritt; Lake Country; Revelstoke; Qualicum Beach; Fernie; Kitimat; Smithers; Osoyoos; Rossland; Peachland; West Kelowna;
      Westbank; Enderby; Invermere; Sparwood; Elkford; Grand Forks; Hudson's Hope; Chetwynd; Tumbler Ridge; Vanderhoof; Burns Lake;
      Fort Nelson; Fort St. James; Fraser Lake; Gibsons; Sechelt; Bowen Island; Lions Bay; Tofino; Ucluelet; Port Hardy; Port McNeill;
      Port Alice; Alert Bay; Lake Cowichan; Chemainus; Salt Spring Island; Harrison Hot Springs; Agassiz; Lytton; Lillooet; 100 Mile House;
      One Hundred Mile House; Ashcroft; Cache Creek; Logan Lake; Sicamous; Nakusp; Kaslo; New Denver; Salmo; Fruitvale;
      Radium Hot Springs; Fairmont Hot Springs; Valemount; Masset; Daajing Giids; Queen Charlotte City; Dease Lake; Atlin; Aldergrove;
      Tsawwassen; Ladner; North Saanich; Central Saanich; Saanichton; Metchosin; Cobble Hill; Shawnigan Lake; Lantzville; Cowichan Bay;
      North Cowichan; Okanagan Falls; Keremeos; Naramata; Spallumchen; Lumby; Scotch Creek; Telkwa; New Hazelton; Bella Coola; Anmore;
      Belcarra; Nanoose Bay; Gabriola Island; Pender Island; Galiano Island; Denman Island; Hornby Island; Quadra Island; Sointula;
      Zeballos; Tahsis; Pouce Coupe; Kitwanga; Christina Lake; Cultus Lake; Sun Peaks`,
  },
  {
    provinces: ['AB'],
    names: `Calgary; Strathmore; Olds; Hinton; Edmonton; Red Deer; Lethbridge; Airdrie; Medicine Hat; Grande Prairie; Fort McMurray; Wood Buffalo; Sherwood Park;
      Strathcona County; Spruce Grove; Leduc; Okotoks; Chestermere; Fort Saskatchewan; Stony Plain; Cold Lake; Camrose; High River;
      Sylvan Lake; Canmore; Wetaskiwin; Lacombe; Banff; Lake Louise; Whitecourt; Blackfalds; Taber; Edson; Coaldale; Drumheller;
      Innisfail; Ponoka; Slave Lake; Didsbury; Drayton Valley; Rocky Mountain House; Bonnyville; Peace River; Morinville; Westlock;
      Barrhead; Vegreville; Wainwright; Stettler; Crowsnest Pass; Pincher Creek; Claresholm; Cardston; Magrath; Fort Macleod; Nanton;
      Carstairs; Crossfield; Three Hills; Penhold; Rimbey; Athabasca; Lac La Biche; High Prairie; High Level; Grimshaw; Beaverlodge;
      Sexsmith; Fox Creek; Swan Hills; Mayerthorpe; Tofield; Calmar; Black Diamond; Turner Valley; Diamond Valley; Bassano; Oyen; Provost;
      Picture Butte; Coalhurst; Bow Island; Redcliff; Elk Point; Two Hills; Smoky Lake; Sundre; Eckville; Grande Cache; Rycroft;
      Spirit River; Falher; McLennan; Bruderheim; Mundare; Killam; Daysland; Hardisty; Trochu; Milk River; Vauxhall; Bragg Creek;
      Fort Chipewyan; Fort Vermilion; Rocky View County; Parkland County; Sturgeon County; Mountain View County;
      Foothills County; Lac Ste. Anne County; Nobleford; Onoway; Alberta Beach;
      Thorsby; Warburg; Evansburg; La Crete; Wabasca; Kinuso; Hythe; Bashaw; Alix; Delburne;
      Elnora; Bowden; Beiseker; Irricana; Hanna; Youngstown; Foremost; Siksika; Hobbema; Maskwacis`,
  },
  {
    provinces: ['SK'],
    names: `Saskatoon; Regina; Moose Jaw; Yorkton; North Battleford; Battleford; The Battlefords; Estevan; Weyburn; Martensville; Humboldt;
      Melfort; Meadow Lake; Kindersley; Nipawin; Assiniboia; Esterhazy; Moosomin; Rosetown; Canora; Kamsack; Shaunavon; Biggar; Langham;
      Pilot Butte; Fort Qu'Appelle; Watrous; Lanigan; Rosthern; Carnduff; Gravelbourg; La Ronge; Air Ronge; La Loche; Île-à-la-Crosse;
      Buffalo Narrows; Porcupine Plain; Preeceville; Foam Lake; Wadena; Kelvington; Macklin; Kerrobert; Eston; Bienfait; Redvers;
      Balgonie; Regina Beach; Raymore; Shellbrook; Spiritwood; Lashburn; Turtleford; St. Walburg; Birch Hills; Kinistino; Coronach;
      Rockglen; Ponteix; Emerald Park; Stoughton; Lampman; Carlyle; Oxbow; Wapella; Wolseley; Indian Head;
      Qu'Appelle; Ituna; Langenburg; Churchbridge; Saltcoats; Springside; Sturgis; Norquay; Ituna; Cudworth;
      Wakaw; St. Brieux; Naicam; Quill Lake; Cut Knife; Luseland; Elrose;
      Craik; Nokomis; Duck Lake; Leask; Blaine Lake; Waskesiu; Pelican Narrows;       Stony Rapids; Fond-du-Lac; Uranium City; Cumberland House; Waldheim; Vonda`,
  },
  {
    provinces: ['MB'],
    names: `Winnipeg; Brandon; Steinbach; Portage la Prairie; Winkler; Dauphin; The Pas; Neepawa; Swan River; Carman; Niverville;
      Beausejour; Virden; Gimli; Minnedosa; Boissevain; Oakbank; Stony Mountain; Teulon; Arborg; Lac du Bonnet; Pinawa;
      Powerview-Pine Falls; Pine Falls; Melita; Deloraine; Carberry; Hamiota; Gilbert Plains; Ste. Rose du Lac; Sainte-Rose-du-Lac;
      Winnipegosis; Lundar; Ashern; Gillam; Lynn Lake; Snow Lake; Leaf Rapids; Norway House; Île-des-Chênes; St. Pierre-Jolys; Grunthal;
      Blumenort; Plum Coulee; Headingley; East St. Paul; West St. Paul; Ritchot; Birtle; Glenboro; Pilot Mound; Crystal City;
      Dominion City; Dugald; Landmark; Kleefeld; Gretna; La Broquerie; Whitemouth; Winnipeg Beach; Dunnottar; Wawanesa;
      Killarney-Turtle Mountain; Brokenhead; Nelson House; Oxford House; Garden Hill; St. Theresa Point; Sagkeeng; Opaskwayak;
      Cranberry Portage; Wabowden; Thicket Portage; Cormorant; Easterville; Peguis; Fisher Branch;       Stonewall; Rosenort; Starbuck; Elie; Treherne; Baldur; Cypress River; Ninette`,
  },
  {
    provinces: ['NB'],
    names: `Moncton; Fredericton; Dieppe; Miramichi; Edmundston; Bathurst; Quispamsis; Oromocto; Shediac; Grand-Sault; Caraquet;
      Tracadie-Sheila; Shippagan; Lamèque; St. Stephen; Florenceville-Bristol; Florenceville; Perth-Andover; Nackawic; Memramcook;
      Cap-Pelé; Bouctouche; Buctouche; Richibucto; Rexton; Saint-Quentin; Kedgwick; Petit-Rocher; Belledune; Néguac; Rogersville;
      Doaktown; Blacks Harbour; Grand Bay-Westfield; Grand Manan; Atholville; New Maryland; Petitcodiac; Plaster Rock; McAdam; Gagetown;
      Fundy-St. Martins; St. Martins; Saint-Louis-de-Kent; Bas-Caraquet; Le Goulet; Maisonnette; Paquetville;
      Beaurivage; Hanwell; Rothesay; Sussex Corner; Cambridge-Narrows; Fredericton Junction;
      Harvey Station; Meductic; Aroostook;
      Eel River Crossing; Charlo; Tide Head; Nigadoo; Pointe-Verte; Nelson-Miramichi; Blackville; Baie-Sainte-Anne; Elsipogtog; Esgenoopetitj`,
  },
  {
    provinces: ['NS'],
    names: `Halifax; Dartmouth; Sydney; Truro; Glace Bay; Kentville; Yarmouth; Antigonish; Wolfville; Stellarton; Pictou;       Mahone Bay; Digby; Hantsport; Lower Sackville; Middle Sackville; Stewiacke; Parrsboro; Annapolis Royal; Port Hawkesbury; Baddeck;
      Chéticamp; Louisbourg; North Sydney; Sydney Mines; New Waterford; Cape Breton; Cape Breton Regional Municipality; Hubbards;
      Upper Eastern Passage; Musquodoboit Harbour; Sheet Harbour; Canso; Arichat; Port Hood; Mulgrave;
      Clark's Harbour; Lockeport; Meteghan; Timberlea; Porters Lake; Tatamagouche; Pugwash; Bible Hill; New Minas; Port Williams;
      Stillwater Lake; Beaver Bank; Hammonds Plains; Lantz; Mount Uniacke; Cole Harbour;
      West Hants; East Hants; Barrington Passage; Weymouth; Saulnierville; Shubenacadie; Sydney River; Reserve Mines; Whycocomagh;
      Eskasoni; Membertou; Ingonish; Petit-de-Grat; River John; Aylesford; Canning`,
  },
  {
    provinces: ['PE'],
    names: `Alberton; Tignish; O'Leary; Borden-Carleton; Miscouche; North Rustico; Murray River; Murray Harbour; Crapaud; Hunter River;
      Morell; St. Peters Bay; Kinkora; Tyne Valley; Abram-Village; Brackley Beach; Linkletter; Mount Stewart; Lennox Island;
      Rustico; Miltonvale Park; Warren Grove; West Royalty; East Royalty; Bedeque;
      Central Bedeque; Malpeque Bay; Wood Islands; Vernon River; North Wiltshire`,
  },
  {
    provinces: ['NL'],
    names: `St. John's; Mount Pearl; Corner Brook; Conception Bay South; Grand Falls-Windsor; Gander; Happy Valley-Goose Bay; Goose Bay;
      Labrador City; Wabush; Stephenville; Portugal Cove-St. Philip's; Portugal Cove; Bay Roberts; Clarenville;
      Carbonear; Harbour Grace; Marystown; Channel-Port aux Basques; Port aux Basques; Bonavista; Lewisporte; Botwood; Bishop's Falls;
      Spaniard's Bay; Placentia; Witless Bay; Burin; Grand Bank; Twillingate; Fogo Island; Gambo; Glovertown;
      Stephenville Crossing; Burgeo; Harbour Breton; Nain; Hopedale; Churchill Falls; Rocky Harbour; Norris Point; Baie Verte; Flatrock;
      Pouch Cove; Bay Bulls; Petty Harbour-Maddox Cove; Logy Bay-Middle Cove-Outer Cove; Kippens; Massey Drive; Irishtown-Summerside;
      Trepassey; Ferryland; Port au Choix; Forteau; L'Anse-au-Loup; Makkovik; Centreville-Wareham-Trinity; New-Wes-Valley;
      Milltown-Head of Bay d'Espoir; Whitbourne; Dildo; Heart's Content; Clarke's Beach; Upper Island Cove; Natuashish;
      Sheshatshiu; North West River; Port Saunders; Englee; Roddickton; Triton; Robert's Arm; Badger; Buchans; Millertown;
      Lamaline; Come By Chance; Arnold's Cove; Catalina; Port Rexton;       Musgravetown; Greenspond; Carmanville; Musgrave Harbour; Joe Batt's Arm; Isle aux Morts; Rose Blanche; Ramea`,
  },
  {
    provinces: ['YT'],
    names: `Whitehorse; Dawson City; Watson Lake; Haines Junction; Carmacks; Faro; Teslin; Carcross; Old Crow; Ross River; Pelly Crossing;
      Burwash Landing; Destruction Bay; Marsh Lake; Ibex Valley; Mount Lorne; Tagish`,
  },
  {
    provinces: ['NT'],
    names: `Yellowknife; Hay River; Inuvik; Fort Smith; Behchokǫ̀; Fort Simpson; Norman Wells; Fort Providence; Fort Liard; Fort Resolution;
      Fort Good Hope; Fort McPherson; Tuktoyaktuk; Aklavik; Ulukhaktok; Tulita; Délı̨nę; Whatì; Gamètì; Wekweètì; Łutselk'e; Paulatuk;
      Sachs Harbour; Tsiigehtchic; Kakisa; Wrigley; Jean Marie River; Nahanni Butte; Colville Lake; Ndilǫ; Dettah`,
  },
  {
    provinces: ['NU'],
    names: `Iqaluit; Rankin Inlet; Arviat; Cambridge Bay; Igloolik; Pond Inlet; Pangnirtung; Kugluktuk; Cape Dorset; Kinngait;
      Gjoa Haven; Taloyoak; Kugaaruk; Naujaat; Repulse Bay; Coral Harbour; Chesterfield Inlet; Whale Cove; Arctic Bay; Hall Beach;
      Sanirajak; Qikiqtarjuaq; Kimmirut; Sanikiluaq; Grise Fiord; Resolute Bay`,
  },

  // Towns on both sides of a border.
  { provinces: ['AB', 'SK'], names: 'Lloydminster' },
  { provinces: ['MB', 'SK'], names: 'Flin Flon' },
  { provinces: ['NB', 'NL'], names: 'Saint John' },

  // Names that exist in several provinces.
  { provinces: ['ON', 'NS', 'QC', 'NL', 'PE'], names: 'Windsor' },
  { provinces: ['ON', 'NS', 'NB', 'PE', 'NL'], names: 'Hamilton; Kingston; Milton; Burlington; Waterford; Oxford' },
  {
    provinces: ['ON', 'NS', 'NB', 'PE', 'QC'],
    names: 'London; Cambridge; Hampton; Hastings; Caledonia; Clarence; Brighton',
  },
  { provinces: ['BC', 'PE', 'NL', 'NS', 'NB', 'ON', 'MB'], names: 'Victoria' },
  { provinces: ['BC', 'ON', 'QC', 'PE', 'NS', 'NL', 'NB', 'SK'], names: 'Richmond' },
  { provinces: ['ON', 'NB', 'PE'], names: 'Perth; Midland; Acton; Orono; Gloucester' },
  {
    provinces: ['ON', 'NB', 'NL', 'NS', 'PE'],
    names: 'Woodstock; Georgetown; Newcastle; Chatham; Middleton; Pembroke; Rockland; Belleville',
  },
  { provinces: ['ON', 'PE', 'QC'], names: 'Stratford; Elmira; Dundas; Warwick; Bolton' },
  {
    provinces: ['ON', 'QC', 'NB', 'SK'],
    names: 'Waterloo; Sutton; Aylmer; Hudson; Dorchester; Orléans; Lorraine; Russell; Hanover',
  },
  {
    provinces: ['ON', 'NS', 'NB'],
    names: 'Trenton; Durham; Seaforth; Renfrew; Shelburne; Vaughan; Hawkesbury; Leamington; Berwick; Lincoln',
  },
  {
    provinces: ['ON', 'NS', 'PE', 'NB'],
    names: 'Cornwall; Clinton; Haliburton; Port Elgin; Kincardine; Bridgewater; Stoney Creek',
  },
  { provinces: ['ON', 'NL', 'NS', 'PE', 'NB', 'QC'], names: "St. Mary's; St. Thomas; St. George; St. Andrews" },
  { provinces: ['ON', 'MB', 'BC'], names: 'Oakville; Thornhill; Mitchell; Kitchener; Roblin; Killarney; Altona' },
  { provinces: ['ON', 'MB', 'QC'], names: 'LaSalle; La Salle; Emerson; Morris; Alfred' },
  { provinces: ['AB', 'ON'], names: 'Cochrane; Jasper; Vermilion' },
  { provinces: ['AB', 'ON', 'QC', 'SK'], names: 'St. Albert' },
  { provinces: ['AB', 'QC', 'NB', 'ON', 'MB', 'SK'], names: 'St. Paul' },
  { provinces: ['AB', 'QC', 'NL'], names: 'Beaumont' },
  { provinces: ['AB', 'NS', 'NB', 'ON'], names: 'Devon; Bon Accord; Fairview; Lamont; Brooks' },
  { provinces: ['SK', 'ON', 'NS'], names: 'Prince Albert; Creighton; Dalmeny; Maidstone; Melville' },
  { provinces: ['SK', 'NL'], names: 'Swift Current' },
  { provinces: ['SK', 'QC'], names: 'Radisson; Black Lake' },
  { provinces: ['MB', 'ON', 'PE', 'NS'], names: 'Selkirk; Morden; Souris; Grandview' },
  {
    provinces: ['MB', 'ON', 'BC', 'NB', 'SK', 'NL'],
    names: 'Thompson; Clearwater; Cartwright; Beresford; Silverton; Churchill',
  },
  {
    provinces: ['MB', 'QC', 'NB', 'ON'],
    names: 'Ste. Anne; Saint-Lazare; Saint-Laurent; Saint-Ambroise; Saint-Malo; Notre-Dame-de-Lourdes',
  },
  { provinces: ['MB', 'QC', 'NL', 'NS'], names: "St. George's" },
  {
    provinces: ['NB', 'QC'],
    names:
      'Saint-Sauveur; Saint-Léonard; Sainte-Marie; Saint-Antoine; Saint-Basile; Saint-Raymond; Douglastown; Kirkland; Shannon',
  },
  { provinces: ['NB', 'NL', 'PE', 'ON'], names: 'Campbellton; Grand Falls' },
  {
    provinces: ['NB', 'NS', 'ON', 'QC'],
    names: 'Dalhousie; Sackville; Sussex; Riverview; Salisbury; Upper Sackville; Hampstead; Hartland; Minto',
  },
  { provinces: ['NB', 'NS', 'PE'], names: 'Tracadie; Hillsborough; Kensington; Enfield; Elmsdale; Bridgetown' },
  {
    provinces: ['NS', 'QC', 'PE', 'ON'],
    names: 'Sherbrooke; New Glasgow; Amherst; Bedford; Inverness; Rawdon; Chelsea; Princeville; Westmount',
  },
  { provinces: ['NS', 'ON', 'BC'], names: 'Greenwood; Liverpool; Springhill; Fall River; Westville; Chester; Oliver' },
  { provinces: ['QC', 'NB', 'NS', 'ON', 'PE'], names: 'Alma; Beaconsfield; Danville' },
  {
    provinces: ['QC', 'BC', 'ON'],
    names: 'Huntingdon; Ladysmith; Armstrong; Pontiac; Hull; Buckingham; Wakefield; Knowlton; Dunham; Chandler',
  },
  { provinces: ['QC', 'AB', 'PE', 'SK'], names: 'Mount Royal; Town of Mount Royal; Mont-Royal; Raymond' },
  { provinces: ['BC', 'NB', 'NS', 'ON', 'PE'], names: 'Surrey; Nelson; Oak Bay; Cumberland; White Rock; Gold River' },
  {
    provinces: ['BC', 'ON', 'PE', 'MB', 'NL'],
    names:
      'Delta; Vernon; Kimberley; Hope; Princeton; Pemberton; Sidney; Houston; Golden; Duncan; Trail; Creston; Coldstream',
  },
  { provinces: ['PE', 'NL', 'NS'], names: 'Charlottetown; Summerside; Cavendish' },
  { provinces: ['NL', 'NS', 'ON', 'BC'], names: 'Paradise; Deer Lake; Springdale; Pasadena' },
  { provinces: ['NT', 'ON'], names: 'Enterprise' },
  { provinces: ['NU', 'NS', 'PE'], names: 'Clyde River' },
  { provinces: ['YT', 'SK', 'QC'], names: 'Mayo' },
  { provinces: ['YT', 'BC', 'SK', 'NS', 'AB'], names: 'Beaver Creek' },
  {
    provinces: ['ON', 'NS', 'SK', 'NL', 'PE'],
    names: 'Millbrook; Montague; Kingsville; Lunenburg; Guysborough; Tantallon; Torbay; Holyrood; Collingwood',
  },
  { provinces: ['ON', 'NB'], names: 'Keswick; Lindsay; Tottenham; Essex' },
  { provinces: ['ON', 'NL', 'YT'], names: 'Happy Valley' },
  { provinces: ['NL', 'PE', 'NS'], names: 'St. Anthony' },
  { provinces: ['QC', 'MB', 'ON'], names: 'Saint-Eustache; Saint-Adolphe; St. Clements; Forestville' },
  { provinces: ['NB', 'AB', 'ON'], names: 'Chipman' },
  { provinces: ['NU', 'NB'], names: 'Baker Lake' },
  { provinces: ['YT', 'MB', 'NB', 'ON'], names: 'Minto' },
];
