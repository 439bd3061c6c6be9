/**
 * Words that orders and answers are made of, and that names of real files and functions are made of too: a model that never saw
 * them as names takes `which.js` for a question. None of them is a word of a programming language.
 */
export const commonWords: readonly string[] = `
read list file files folder show open find search look where which what who once when then there here this that these all every each any
create make write add put new name names rename change replace set get edit update insert append remove delete move copy text line lines
word words run execute command test tests check build lint start stop end begin first last next before after again back now more only
other same different between into over under above below left right up down out see say says tell told ask answer question help please
thanks good well done ready open close closed read me my your our their own user users info about usage example examples guide intro
main index home page pages app lib src core common util utils base simple small fast large tiny mini plain real true-false yes maybe
key keys id ids code codes type types kind kinds part parts piece pieces order orders step steps task tasks job jobs note notes title
save load send receive fetch push pull merge split join sort order filter map reduce count number numbers sum total max min range
color colors escape html css style styles script scripts require module modules package packages version license history changes readme
parse parser format formatter print printer log logger debug error errors warn trace time times date dates day days week month year
stream buffer cookie cookies header headers bytes encode decode hash sign verify token path paths dir root parent child node tree leaf
match pattern replace-all template render draw paint shape size width height depth level state status mode option options setting config
`
  .trim()
  .split(/\s+/)
  .filter((word) => /^[a-z]+$/.test(word));
