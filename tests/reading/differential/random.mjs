// A seeded source of choices (mulberry32): the same seed, the same table.
export class Random {
    constructor(seed) {
        this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
        this.next();
        this.next();
    }

    next() {
        this.state = (this.state + 0x6d2b79f5) >>> 0;
        let t = this.state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    }

    // An integer of [low, high].
    int(low, high) {
        return low + Math.floor(this.next() * (high - low + 1));
    }

    chance(probability) {
        return this.next() < probability;
    }

    pick(list) {
        return list[this.int(0, list.length - 1)];
    }

    // One of [[weight, value], ...].
    weighted(list) {
        const sum = list.reduce((total, [weight]) => total + weight, 0);
        let at = this.next() * sum;
        for (const [weight, value] of list) {
            at -= weight;
            if (at < 0) {
                return value;
            }
        }
        return list.at(-1)[1];
    }

    sample(list, count) {
        const rest = [...list];
        const taken = [];
        while (taken.length < count && rest.length > 0) {
            taken.push(rest.splice(this.int(0, rest.length - 1), 1)[0]);
        }
        return taken;
    }
}
