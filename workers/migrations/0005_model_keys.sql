CREATE TABLE `model_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`base_url` text NOT NULL,
	`model` text NOT NULL,
	`sealed` text NOT NULL,
	`last_four` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `model_keys_account_kind` ON `model_keys` (`account_id`,`kind`);