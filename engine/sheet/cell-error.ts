/** Finds cells that show a spreadsheet error instead of a value, which no page must show. */

/** Value of a cell whose formula was saved without its result. */
export const UNCALCULATED = '#NOT_CALCULATED!';

/** Errors of Excel, Google Sheets and LibreOffice by user interface language. */
const ERRORS: Readonly<Record<string, string>> = {
  English:
    '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #ERROR! #SPILL! #CALC! #GETTING_DATA #BLOCKED! #CONNECT! #FIELD! #BUSY! #UNKNOWN! #EXTERNAL! #PYTHON! #MACRO? #TIMEOUT!',
  German:
    '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK! #FELD! #BLOCKIERT! #UNBEKANNT! #VERBINDEN! #AUSGELASTET! #DATEN_ABRUFEN #FEHLER!',
  French:
    '#VALEUR! #NOM? #NOMBRE! #NUL! #EPARS! #ÉPARS! #PROPAGATION! #CHAMP! #BLOQUE! #BLOQUÉ! #INCONNU! #ERREUR! #OCCUPE! #OBTENTION_DONNEES',
  Spanish:
    '#N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡NUM! #¡DIV/0! #¡NULO! #¡DESBORDAMIENTO! #¡CALC! #¡CAMPO! #¡BLOQUEADO! #¡DESCONOCIDO! #¡ERROR! #OBTENIENDO_DATOS',
  Italian: '#RIF! #VALORE! #NOME? #NULLO! #ESPANSIONE! #CAMPO! #BLOCCATO! #SCONOSCIUTO! #ERRORE!',
  Portuguese: '#VALOR! #NÚM! #NULO! #DESPEJAR! #EXCEDENTE! #BLOQUEADO! #DESCONHECIDO! #ERRO!',
  Dutch:
    '#N/B #VERW! #WAARDE! #NAAM? #GETAL! #DEEL/0! #LEEG! #OVERLOPEN! #OVERLOOP! #BEREKENEN! #VELD! #FOUT!',
  Polish: '#N/D! #ADR! #ARG! #NAZWA? #LICZBA! #DZIEL/0! #ZERO! #ROZLANIE! #OBL! #POLE! #BŁĄD!',
  Russian: '#Н/Д #ССЫЛКА! #ЗНАЧ! #ИМЯ? #ЧИСЛО! #ДЕЛ/0! #ПУСТО! #ПЕРЕНОС! #ВЫЧИСЛ! #ПОЛЕ! #ОШИБКА!',
  Swedish: '#SAKNAS! #REFERENS! #VÄRDEFEL! #NAMN? #OGILTIGT! #DIVISION/0! #SKÄRNING!',
  Danish: '#I/T #REFERENCE! #VÆRDI! #NAVN? #OVERLØB!',
  Norwegian: '#VERDI! #TALL! #OVERFLYT!',
  Finnish: '#PUUTTUU! #VIITTAUS! #ARVO! #NIMI? #LUKU! #JAKO/0! #TYHJÄ!',
  Czech: '#ODKAZ! #HODNOTA! #NÁZEV? #ČÍSLO! #DĚLENÍ_NULOU! #NENÍ_K_DISPOZICI',
  Hungarian: '#HIÁNYZIK #HIV! #ÉRTÉK! #NÉV? #SZÁM! #ZÉRÓOSZTÓ! #NULLA!',
  Turkish: '#YOK #BAŞV! #DEĞER! #AD? #SAYI! #SAYI/0! #BOŞ!',
  /** Program output that was never a value. */
  programs: 'NaN undefined',
};

/** Texts that Google Sheets shows until a formula has its result; they end with three periods or an ellipsis. */
const LOADING =
  'Loading|Wird geladen|Chargement|Chargement en cours|Cargando|Caricamento|Caricamento in corso|Carregando|A carregar|Laden|Bezig met laden|Ładowanie|Wczytywanie|Загрузка|Läser in|Indlæser|Laster inn|Yükleniyor|Načítání';

const TEXTS = new Set([
  UNCALCULATED,
  '[object Object]',
  ...Object.values(ERRORS).flatMap((list) => list.split(' ')),
  ...LOADING.split('|').flatMap((word) => [`${word}...`, `${word} ...`, `${word}…`]),
]);
const OPEN_OFFICE = new RegExp(
  `^(?:${['Err', 'Fehler', 'Erreur', 'Errore', 'Error', 'Erro', 'Fout', 'Błąd', 'Ошибка'].join('|')}) ?: ?5[0-3]\\d$`,
);
/** Matches a number or a date in a column that is too narrow. */
const TOO_NARROW = /^#{3,}$/;

/** Maximum length of an error; longer runs of hashes are truncated. */
const MAX_LENGTH = 48;
/** Last characters of errors that don't begin with `#`. */
const LAST_CHARACTERS = '.…]Nd0123456789';

/** Returns the error that the cell shows, or `undefined`. */
export function findCellError(cell: string): string | undefined {
  // Called for each cell of a sheet, so most cells skip the lookup.
  if (!cell.startsWith('#') && !LAST_CHARACTERS.includes(cell.slice(-1))) return undefined;
  if (cell.length > MAX_LENGTH && !TOO_NARROW.test(cell)) return undefined;
  return TEXTS.has(cell) || OPEN_OFFICE.test(cell) || TOO_NARROW.test(cell)
    ? cell.slice(0, MAX_LENGTH)
    : undefined;
}

/** Describes the error as a clause: `it shows the error #REF!; fix the formula, or write the value`. */
export function describeCellError(error: string): string {
  if (error === UNCALCULATED)
    return 'its formula was saved without a result; open the file in a spreadsheet program and save it again';
  if (TOO_NARROW.test(error))
    return 'its column is too narrow to show the value; widen the column and export the sheet again';
  return `it shows the error ${error}; fix the formula, or write the value`;
}
