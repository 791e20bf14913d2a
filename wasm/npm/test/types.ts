// What TypeScript accepts and refuses: checked by the compiler, never run.

import { type Choice, compare, Game, Rules, type TsuroError } from "tsuro";
import { TsuroWorker } from "tsuro/worker";

const rules: Rules = Rules.load("seas+hand=4");
const game = new Game(rules, { players: 3, seed: 1 });
const choices: Choice[] = game.choices();
game.play(choices[0]!);
game.play({ place: { tile: 14, rotation: 2 } });
const seat: number | undefined = game.decision?.seat;
const words: string = compare("classic", rules, { games: 10 }).words;
const worker = new TsuroWorker();
const sums: Promise<string> = worker
    .compare("classic", { text: "schema = 1" }, { games: 10, onProgress: (now) => now.toFixed() })
    .then((report) => report.words);
const line = (error: TsuroError): number | null | undefined => error.problems?.[0]?.line;
export const used = [seat, words, sums, line];

// @ts-expect-error: a choice has one of five forms
game.play({ tile: 14 });
// @ts-expect-error: there is no such option
export const wrong = new Game("classic", { playerz: 3 });
// @ts-expect-error: a rule set is a name or a Rules
export const other = new Game(3);
