#!/usr/bin/env python3
"""old_store.py CSV STORE: make a store of layout 1 of all rows of a result file but the last, which it lost, as version
0.1.0 made it: one table with the columns of the CSV."""
import csv
import sqlite3
import sys

TEXTS = set("schema version run_id time_utc host job_id rank device gpu_name gpu_uuid pci_bus_id compute_capability "
            "driver cuda vbios ecc mig benchmark variant point axis roof metric unit stop throttle status reason mode "
            "board origin peer_uuid".split())


def main():
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    store = sqlite3.connect(sys.argv[2])
    columns = ", ".join(f'"{name}" {"TEXT NOT NULL" if name in TEXTS else "REAL"}' for name in header)
    store.execute(f"CREATE TABLE row({columns})")
    store.execute("CREATE UNIQUE INDEX row_once ON row(gpu_uuid, run_id, benchmark, variant, point, metric, roof, "
                  "host, device)")
    store.execute("CREATE INDEX row_roofs ON row(gpu_uuid, run_id) WHERE roof <> ''")
    fill = f"INSERT OR IGNORE INTO row VALUES ({', '.join('?' * len(header))})"
    for row in rows[:-1]:
        store.execute(fill, [field if name in TEXTS else float(field) if field else None
                             for name, field in zip(header, row)])
    store.execute("PRAGMA user_version = 1")
    store.commit()


if __name__ == "__main__":
    main()
