// Pairs first divisions that ISO 3166-2 and GeoNames spell so differently that they have no name in common.

/** ISO's code, as CLDR writes it → GeoNames' code of the same division. */
export const SAME_DIVISION: ReadonlyMap<string, string> = new Map(
  `clli CL.08|cnnm CN.20|escl ES.55|escm ES.54|esmd ES.29|esnc ES.32|esvc ES.60|glav GL.11839537|glqt GL.11839534|idpd ID.PD|idpe ID.PE|idps ID.PS|idpt ID.PT
kz10 KZ.12510143|kz15 KZ.04|kz23 KZ.06|kz27 KZ.07|kz33 KZ.12510144|kz35 KZ.12|kz39 KZ.13|kz43 KZ.14|kz47 KZ.09|kz59 KZ.16|kz63 KZ.15
mn047 MN.18|mn057 MN.09|mn059 MN.08|mn061 MN.06|mn063 MN.07|mxcmx MX.09|ruce RU.12|rukb RU.22|rukem RU.29|rulen RU.42|rupri RU.59|ruyev RU.89|ruzab RU.93
ua05 UA.23|ua09 UA.14|ua12 UA.04|ua14 UA.05|ua18 UA.27|ua23 UA.26|ua26 UA.06|ua32 UA.13|ua35 UA.10|ua46 UA.15|ua48 UA.16|ua51 UA.17|ua53 UA.18|ua56 UA.19
ua59 UA.21|ua61 UA.22|ua63 UA.07|ua65 UA.08|ua68 UA.09|ua71 UA.01|ua74 UA.02`
    .split(/[|\n]/)
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
)

/** Countries whose people write the code of a state behind a town: "Portland, OR", "Vitória, ES". The codes are those of ISO 3166-2. */
export const CODED_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'BR', 'MX', 'IN'])

/**
 * ISO's code, as CLDR writes it → short forms beside it. Those of the United States and Canada are the traditional ones of newspapers, without
 * those that are also the code of a country or a large airport (Ala., Del.). Those of Mexico are the ones in Mexican addresses.
 */
export const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  `usaz Ariz|usar Ark|usca Calif|usco Colo|usct Conn|usfl Fla|usil Ill|usks Kan Kans|usma Mass|usmi Mich|usmn Minn|usms Miss|usmt Mont|usne Neb Nebr
usnv Nev|usok Okla|usor Ore Oreg|uspa Penn Penna|ustn Tenn|ustx Tex|uswa Wash|uswv WVa|uswi Wis Wisc|uswy Wyo
caab Alta|canl Nfld|caon Ont|caqc Que|cask Sask
mxagu Ags|mxbcn BC|mxcam Camp|mxchh Chih|mxchp Chis|mxcmx CDMX DF|mxcoa Coah|mxdur Dgo|mxgua Gto|mxhid Hgo|mxmex Edomex|mxmic Mich|mxnle NL
mxque Qro|mxroo QRoo QR|mxtam Tamps|mxtla Tlax`
    .split(/[|\n]/)
    .map((row): [string, string[]] => {
      const [code = '', ...forms] = row.split(' ')
      return [code, forms]
    }),
)
